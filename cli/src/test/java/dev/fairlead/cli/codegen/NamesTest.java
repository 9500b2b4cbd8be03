package dev.fairlead.cli.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NamesTest {

    @ParameterizedTest
    @CsvSource({
        "read_file,    readFile,    READ_FILE",
        "read-file,    readFile,    READ_FILE",
        "files.read,   filesRead,   FILES_READ",
        "readFile,     readFile,    READ_FILE",
        "ReadFile,     readFile,    READ_FILE",
        "URL,          url,         URL",
        "URLOfFile,    urlOfFile,   URLOF_FILE",
        "URL2,         url2,        URL2",
        "getURL,       getURL,      GET_URL",
        "3d,           value3d,     VALUE_3D",
        "'',           value,       EMPTY",
        "***,          value,       VALUE",
        "café,         cafe,        CAFE",
        "名,           u540d,       U540D",
        "имя,          u438U43cU44f, U438_U43C_U44F",
        "ﬁle,          file,        FILE",
    })
    void identifiersAreOfTheWordsOfAName(String given, String camel, String constant) {
        assertThat(Names.camel(given, "value")).isEqualTo(camel);
        assertThat(Names.constant(given)).isEqualTo(constant);
    }

    @Test
    void aNameIsGivenOnceWhateverItsCase() {
        var pool = new NamePool(Set.of("class", "classValue"));

        assertThat(pool.take("a", "Value")).isEqualTo("a");
        assertThat(pool.take("A", "Value")).isEqualTo("A2");
        assertThat(pool.take("a2", "Value")).isEqualTo("a22");
        assertThat(pool.take("a", "Value")).isEqualTo("a3");
        assertThat(pool.take("class", "Value")).isEqualTo("classValue2");
    }
}
