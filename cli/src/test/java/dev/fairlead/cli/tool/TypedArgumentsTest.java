package dev.fairlead.cli.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.protocol.rpc.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

public final class TypedArgumentsTest {
    @TempDir
    Path folder;

    @Test
    void textComesFromAFileAsItIs() throws IOException {
        var file = Files.writeString(folder.resolve("notes.txt"), "one\ntwo ä\n");

        assertThat(read(null, "text=@" + file).entries())
                .containsExactly(new TypedArguments.Words("text", "one\ntwo ä\n", "@" + file));
    }

    @Test
    void jsonComesFromAFile() throws IOException {
        var file = Files.writeString(folder.resolve("options.json"), " {\"a\": 1}\n");

        assertThat(read(null, "o:=@" + file).entries())
                .containsExactly(new TypedArguments.Value("o", Json.parse("{\"a\":1}")));
        assertThat(read("@" + file).whole()).isEqualTo(Json.parse("{\"a\":1}"));
    }

    @Test
    void theWholeComesFromStandardInput() {
        var in = new ByteArrayInputStream("{\"a\":[1,2]}".getBytes(StandardCharsets.UTF_8));

        assertThat(TypedArguments.read("-", List.of(), in).whole()).isEqualTo(Json.parse("{\"a\":[1,2]}"));
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        var binary = Files.write(folder.resolve("x.bin"), new byte[] {(byte) 0xC3, 0x28});

        refuses(null, "5", "'5' is not an argument; type KEY=VALUE, or KEY:=JSON");
        refuses(null, "=5", "'=5' has no name before '='; type KEY=VALUE");
        refuses(null, ":=5", "':=5' has no name before '='; type KEY=VALUE");
        refuses(null, "a:={", "argument 'a' is not JSON: Unexpected end-of-input");
        refuses(null, "a:=", "argument 'a' is empty, and must be JSON");
        refuses(null, "a:=1 2", "argument 'a' is not JSON: ");
        refuses(null, "a=@" + folder.resolve("gone"), "argument 'a': there is no file '");
        refuses(null, "a=@" + folder, "argument 'a': cannot read file '" + folder + "': it is a directory");
        refuses(null, "a=@" + binary, "file '" + binary + "' is not UTF-8 text");
        refuses("[1]", "a=1", "--args must be a JSON object, such as '{\"a\": 2}'");
        refuses("{a:1}", "a=1", "--args is not JSON: ");
        refuses("{\"a\":1,\"a\":2}", "a=1", "--args is not JSON: ");
        refuses("-", "a=1", "--args is empty, and must be JSON");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "files without an end are found there")
    void aFileWithoutAnEndIsNotReadToIt() {
        refuses(null, "a=@/dev/zero", "argument 'a': cannot read file '/dev/zero': it has more than 64 megabytes");
    }

    private static void refuses(String whole, String word, String message) {
        assertThatThrownBy(() -> read(whole, word))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(message);
    }

    private static TypedArguments read(String whole, String... words) {
        return TypedArguments.read(whole, List.of(words), InputStream.nullInputStream());
    }
}
