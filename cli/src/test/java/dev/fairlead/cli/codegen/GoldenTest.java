package dev.fairlead.cli.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Tool;
import org.junit.jupiter.api.Test;

/** What a small client looks like. */
final class GoldenTest {

    private static final GeneratedClient CLIENT = Samples.client(Tool.of(
                    "read_file",
                    "Reads a file.\n\nFails on folders; see <manual>.",
                    Samples.json("{'type':'object','required':['path'],'properties':{"
                            + "'path':{'type':'string','description':'Where it is.'},'head':{'type':'integer'}}}"))
            .withOutputSchema(Samples.json("{'type':'object','required':['content'],'properties':{"
                    + "'content':{'type':'string'},'encoding':{'enum':['utf-8','latin-1']}}}")));

    @Test
    void theClassHasAMethodForTheTool() {
        assertThat(Samples.text(CLIENT, "FilesClient")).isEqualTo("""
            package com.example.files;

            import dev.fairlead.client.CallOptions;
            import dev.fairlead.client.McpClient;
            import dev.fairlead.client.ToolResult;
            import java.util.Objects;

            /**
             * The tools of the server <code>files</code>, version <code>1.0.0</code>.
             *
             * <p>Generated from what the server says of itself; generate it again instead of changing it. Methods that return a
             * record throw {@link ToolFailedException} if the tool fails.
             */
            public final class FilesClient {
                private final McpClient client;

                private FilesClient(McpClient client) {
                    this.client = client;
                }

                /** Returns the tools as they are called over a connection, which stays the caller's to close. */
                public static FilesClient of(McpClient client) {
                    return new FilesClient(Objects.requireNonNull(client, "client"));
                }

                /** Returns the connection. */
                public McpClient client() {
                    return client;
                }

                /**
                 * Reads a file.
                 *
                 * <p>Fails on folders; see &#60;manual&#62;.
                 *
                 * <p>Calls <code>read_file</code>.
                 */
                public ReadFileResult readFile(ReadFileArguments arguments) {
                    return readFile(arguments, CallOptions.usual());
                }

                /** Calls <code>read_file</code> in a special way. */
                public ReadFileResult readFile(ReadFileArguments arguments, CallOptions options) {
                    var result = client.callTool("read_file", arguments.toJson(), options);
                    return FilesClientJson.result("read_file", result, ReadFileResult::from);
                }

                /** Calls <code>read_file</code> with what it requires and nothing else. */
                public ReadFileResult readFile(String path) {
                    return readFile(ReadFileArguments.of(path));
                }

                /** A tool that said it failed, or answered something other than it promised. */
                public static final class ToolFailedException extends RuntimeException {
                    private static final long serialVersionUID = 1L;

                    private final transient ToolResult result;

                    ToolFailedException(String message, ToolResult result) {
                        super(message);
                        this.result = result;
                    }

                    /** Returns what the tool answered. */
                    public ToolResult result() {
                        return result;
                    }
                }
            }
            """);
    }

    @Test
    void argumentsAreARecordThatIsWritten() {
        assertThat(Samples.text(CLIENT, "ReadFileArguments")).isEqualTo("""
            package com.example.files;

            import java.util.Objects;
            import java.util.Optional;
            import tools.jackson.databind.node.ObjectNode;

            /**
             * What <code>read_file</code> takes.
             *
             * @param path Where it is.
             * @param head the property <code>head</code>
             */
            public record ReadFileArguments(String path, Optional<Long> head) {

                /** Refuses null and copies collections. */
                public ReadFileArguments {
                    Objects.requireNonNull(path, "path");
                    Objects.requireNonNull(head, "head");
                }

                /** Returns what is required, and nothing else. */
                public static ReadFileArguments of(String path) {
                    return new ReadFileArguments(path, Optional.empty());
                }

                /** Returns the same with another {@code head}. */
                public ReadFileArguments withHead(long head) {
                    return new ReadFileArguments(path, Optional.of(head));
                }

                /** Writes this; what is empty is absent. */
                public ObjectNode toJson() {
                    var json = FilesClientJson.object();
                    json.set("path", FilesClientJson.stringNode(this.path));
                    FilesClientJson.put(json, "head", this.head, FilesClientJson::integerNode);
                    return json;
                }
            }
            """);
    }

    @Test
    void resultsAreARecordThatIsRead() {
        assertThat(Samples.text(CLIENT, "ReadFileResult")).isEqualTo("""
            package com.example.files;

            import java.util.Objects;
            import java.util.Optional;
            import tools.jackson.databind.JsonNode;

            /**
             * What <code>read_file</code> returns.
             *
             * @param content the property <code>content</code>
             * @param encoding the property <code>encoding</code>
             */
            public record ReadFileResult(String content, Optional<Encoding> encoding) {

                /** Refuses null and copies collections. */
                public ReadFileResult {
                    Objects.requireNonNull(content, "content");
                    Objects.requireNonNull(encoding, "encoding");
                }

                /** Reads this; throws {@link IllegalArgumentException} if it is something else. */
                public static ReadFileResult from(JsonNode json) {
                    return new ReadFileResult(
                            FilesClientJson.required(json, "content", FilesClientJson::string),
                            FilesClientJson.optional(json, "encoding", Encoding::from));
                }

                /** The value of <code>encoding</code>. */
                public enum Encoding {
                    UTF_8("utf-8"),
                    LATIN_1("latin-1");

                    private final String wireName;

                    Encoding(String wireName) {
                        this.wireName = wireName;
                    }

                    /** Returns the value as it is written in JSON. */
                    public String wireName() {
                        return wireName;
                    }

                    static Encoding from(JsonNode json) {
                        return FilesClientJson.choice(json, values(), value -> value.wireName());
                    }
                }
            }
            """);
    }

    @Test
    void theFilesAreTheClassItsJsonAndTheRecords() {
        assertThat(CLIENT.files())
                .extracting(SourceFile::path)
                .containsExactly(
                        "com/example/files/FilesClient.java",
                        "com/example/files/FilesClientJson.java",
                        "com/example/files/ReadFileArguments.java",
                        "com/example/files/ReadFileResult.java");
        assertThat(CLIENT.notes()).isEmpty();
    }
}
