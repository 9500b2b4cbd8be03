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

/** Arguments inside others, arguments typed as options, and arguments that were left empty. */
final class NestedArgumentsTest {
    private static final Tool TOOL = Tool.of("search", null, (ObjectNode) Json.parse("""
        {"type": "object",
         "required": ["query", "page"],
         "properties": {
           "query": {"type": "string"},
           "page": {"type": "integer"},
           "note": {"type": "string"},
           "maxResults": {"type": "integer"},
           "dry_run": {"type": "boolean"},
           "no-cache": {"type": "boolean"},
           "tags": {"type": "array", "items": {"type": "string"}},
           "filter": {"$ref": "#/$defs/filter"},
           "a.b": {"type": "string"},
           "open": {"type": "object"},
           "either": {"anyOf": [{"type": "null"}, {"type": "object", "properties": {"x": {"type": "integer"}}}]}
         },
         "$defs": {"filter": {"type": "object", "required": ["kind"], "properties": {
           "kind": {"type": "string"},
           "size": {"type": "number"},
           "date": {"type": "object", "properties": {"from": {"type": "string"}}},
           "ids": {"type": "array", "items": {"type": "integer"}},
           "self": {"$ref": "#/$defs/filter"}}}}}
        """));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "filter.size=2            | {\"filter\":{\"size\":2}}",
                "filter.kind=2            | {\"filter\":{\"kind\":\"2\"}}",
                "filter.date.from=2026    | {\"filter\":{\"date\":{\"from\":\"2026\"}}}",
                "filter.self.self.size=1  | {\"filter\":{\"self\":{\"self\":{\"size\":1}}}}",
                "filter.ids=5             | {\"filter\":{\"ids\":[5]}}",
                "filter.more.deep=x       | {\"filter\":{\"more\":{\"deep\":\"x\"}}}",
                "filter.date:={}          | {\"filter\":{\"date\":{}}}",
                "open.a.b=1               | {\"open\":{\"a\":{\"b\":1}}}",
                "either.x=1               | {\"either\":{\"x\":1}}",
                "a.b=1                    | {\"a.b\":\"1\"}",
                "query.x=1                | {\"query.x\":1}",
                "other.x=1                | {\"other.x\":1}",
                "filter.=1                | {\"filter.\":1}",
                "--maxResults 5           | {\"maxResults\":5}",
                "--max-results=5          | {\"maxResults\":5}",
                "--max_results 5          | {\"maxResults\":5}",
                "--page -5                | {\"page\":-5}",
                "--dry-run                | {\"dry_run\":true}",
                "--dry-run false          | {\"dry_run\":false}",
                "--dry-run=false          | {\"dry_run\":false}",
                "--no-dry-run             | {\"dry_run\":false}",
                "--no-cache               | {\"no-cache\":true}",
                "--dry-run query=x        | {\"dry_run\":true,\"query\":\"x\"}",
                "--no-dry-run query=x     | {\"dry_run\":false,\"query\":\"x\"}",
                "--tags a --tags b        | {\"tags\":[\"a\",\"b\"]}",
                "--filter.size 2          | {\"filter\":{\"size\":2}}",
                "note=                    | {}",
                "maxResults=              | {}",
                "dry_run=                 | {}",
                "query=                   | {\"query\":\"\"}",
                "note:=\"\"               | {\"note\":\"\"}",
                "note:=null               | {\"note\":null}",
                "filter.size=             | {}",
                "filter.kind=             | {\"filter\":{\"kind\":\"\"}}",
            })
    void stand(String words, String expected) {
        assertThat(Json.write(values(true, words.split(" ")))).isEqualTo(Json.write(Json.parse(expected)));
    }

    @Test
    void partsJoinTheWhole() {
        assertThat(values(true, "filter:={\"kind\":\"a\"}", "filter.size=2", "filter.ids=1", "filter.ids=2"))
                .isEqualTo(Json.parse("{\"filter\":{\"kind\":\"a\",\"size\":2,\"ids\":[1,2]}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "filter:=5 filter.size=2 | argument 'filter.size' of tool 'search' belongs into 'filter', which is no"
                        + " object",
                "filter.size=x           | argument 'filter.size' of tool 'search' must be a number, not 'x'",
                "filter.size=1 filter.size=2 | argument 'filter.size' of tool 'search' is given twice, and is not an"
                        + " array",
                "page=                   | argument 'page' of tool 'search' must be an integer, not ''",
                "--page                  | --page needs a value; type '--page VALUE'",
                "--pgae 1                | neither fairlead nor tool 'search' has an option --pgae; did you mean"
                        + " '--page'?",
                "--no-query              | `neither fairlead nor tool 'search' has an option --no-query; did you mean"
                        + " '--query'?`",
                "--dry-run loose         | `'loose' is not an argument; type KEY=VALUE, or KEY:=JSON`",
            })
    void areRefusedWhereTheyMakeNoSense(String words, String message) {
        assertThatThrownBy(() -> values(true, words.split(" ")))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void areSentAsTheyAreWhereNobodyChecks() {
        assertThat(values(false, "page=x", "dry_run=5", "filter.size=y"))
                .isEqualTo(Json.parse("{\"page\":\"x\",\"dry_run\":5,\"filter\":{\"size\":\"y\"}}"));
    }

    private static ObjectNode values(boolean checking, String... words) {
        return new ArgumentTyping(TOOL, checking)
                .values(TypedArguments.read(null, List.of(words), InputStream.nullInputStream()));
    }
}
