package dev.fairlead.cli.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

public final class ArgumentTypingTest {
    private static final Tool TOOL = Tool.of("t", null, (ObjectNode) Json.parse("""
        {"type": "object",
         "properties": {
           "s": {"type": "string"},
           "sn": {"type": ["string", "null"]},
           "i": {"type": "integer"},
           "in": {"type": ["integer", "null"]},
           "n": {"type": "number"},
           "b": {"type": "boolean"},
           "o": {"type": "object"},
           "ss": {"type": "array", "items": {"type": "string"}},
           "ii": {"type": "array", "items": {"type": "integer"}},
           "a": {"type": "array"},
           "e": {"enum": ["red", "5", 5, true]},
           "es": {"type": "string", "enum": ["red", "5"]},
           "si": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
           "opt": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
           "sss": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
           "r": {"$ref": "#/$defs/count"},
           "all": {"allOf": [{"$ref": "#/$defs/count"}]},
           "loop": {"$ref": "#/$defs/loop"},
           "any": {},
           "yes": true
         },
         "$defs": {"count": {"type": "integer"}, "loop": {"$ref": "#/$defs/loop"}}}
        """));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // strings are taken literally
                "s=hello        | {\"s\":\"hello\"}",
                "s=5            | {\"s\":\"5\"}",
                "s=true         | {\"s\":\"true\"}",
                "s={}           | {\"s\":\"{}\"}",
                "s=null         | {\"s\":\"null\"}",
                "s:=\"\"         | {\"s\":\"\"}",
                "s=a=b          | {\"s\":\"a=b\"}",
                "s=\"q\"        | {\"s\":\"\\\"q\\\"\"}",
                "sn=null        | {\"sn\":\"null\"}",
                "sn:=null       | {\"sn\":null}",
                "es=5           | {\"es\":\"5\"}",
                // others are JSON
                "i=5            | {\"i\":5}",
                "i=-5           | {\"i\":-5}",
                "i=5.0          | {\"i\":5.0}",
                "in=null        | {\"in\":null}",
                "n=1.50         | {\"n\":1.50}",
                "n=1e3          | {\"n\":1E+3}",
                "b=false        | {\"b\":false}",
                "o={\"x\":[1]}  | {\"o\":{\"x\":[1]}}",
                "r=7            | {\"r\":7}",
                "all=7          | {\"all\":7}",
                "opt=7          | {\"opt\":7}",
                "opt=null       | {\"opt\":null}",
                // either
                "si=5           | {\"si\":5}",
                "si=5.5         | {\"si\":\"5.5\"}",
                "si=x           | {\"si\":\"x\"}",
                "sss=x          | {\"sss\":\"x\"}",
                "sss=[\"x\"]    | {\"sss\":[\"x\"]}",
                // choices
                "e=red          | {\"e\":\"red\"}",
                "e=5            | {\"e\":\"5\"}",
                "e:=5           | {\"e\":5}",
                "e=true         | {\"e\":true}",
                // arrays
                "ss=[\"a\",\"b\"] | {\"ss\":[\"a\",\"b\"]}",
                "ss=a           | {\"ss\":[\"a\"]}",
                "ss=[draft]     | {\"ss\":[\"[draft]\"]}",
                "ss=5           | {\"ss\":[\"5\"]}",
                "ii=5           | {\"ii\":[5]}",
                "a=5            | {\"a\":[5]}",
                "a=x            | {\"a\":[\"x\"]}",
                // nothing known
                "any=5          | {\"any\":5}",
                "any=x          | {\"any\":\"x\"}",
                "yes=[1]        | {\"yes\":[1]}",
                "other=true     | {\"other\":true}",
                "other=tr ue    | {\"other\":\"tr ue\"}",
                "other=         | {\"other\":\"\"}",
                "loop=x         | {\"loop\":\"x\"}",
                // JSON at its word
                "s:=5           | {\"s\":5}",
                "ss:=\"x\"      | {\"ss\":\"x\"}",
                "x:y=5          | {\"x:y\":5}"
            })
    void makesOfTextWhatTheSchemaWants(String word, String expected) {
        assertThat(Json.write(values(null, word))).isEqualTo(Json.write(Json.parse(expected)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "i=x     | argument 'i' of tool 't' must be an integer, not 'x'",
                "i=5.5   | argument 'i' of tool 't' must be an integer, not '5.5'",
                "i=true  | argument 'i' of tool 't' must be an integer, not 'true'",
                "in=x    | argument 'in' of tool 't' must be an integer or null, not 'x'",
                "b=yes   | argument 'b' of tool 't' must be true or false, not 'yes'",
                "o=[1]   | argument 'o' of tool 't' must be a JSON object, not '[1]'",
                "ii=x    | argument 'ii' of tool 't' must be an integer, not 'x'",
            })
    void refusesTextThatCannotBecomeIt(String word, String message) {
        assertThatThrownBy(() -> values(null, word))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void repeatedKeysFillAnArray() {
        assertThat(values(null, "ss=a", "ss=[\"b\",\"c\"]", "ss=d", "ss:=\"e\""))
                .isEqualTo(Json.parse("{\"ss\":[\"a\",\"b\",\"c\",\"d\",\"e\"]}"));
        assertThat(values(null, "sss=a", "sss=b")).isEqualTo(Json.parse("{\"sss\":[\"a\",\"b\"]}"));
    }

    @Test
    void repeatedKeysOfAnythingElseAreRefused() {
        assertThatThrownBy(() -> values(null, "i=1", "i=2"))
                .hasMessage("argument 'i' of tool 't' is given twice, and is not an array");
        assertThatThrownBy(() -> values(null, "other=1", "other=2")).isInstanceOf(UsageException.class);
    }

    @Test
    void singleArgumentsReplaceMembersOfTheWhole() {
        assertThat(values("{\"i\":1,\"ss\":[\"x\"],\"z\":null}", "i=2", "ss=a", "ss=b"))
                .isEqualTo(Json.parse("{\"i\":2,\"ss\":[\"a\",\"b\"],\"z\":null}"));
    }

    @Test
    void membersOfAnOpenObjectHaveTheTypeItSays() {
        var tool = Tool.of("t", null, (ObjectNode)
                Json.parse("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}"));

        var values = new ArgumentTyping(tool, true)
                .values(TypedArguments.read(null, List.of("x=5"), InputStream.nullInputStream()));

        assertThat(values).isEqualTo(Json.parse("{\"x\":\"5\"}"));
    }

    private static ObjectNode values(String whole, String... words) {
        return new ArgumentTyping(TOOL, true)
                .values(TypedArguments.read(whole, List.of(words), InputStream.nullInputStream()));
    }
}
