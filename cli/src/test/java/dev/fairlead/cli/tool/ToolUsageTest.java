package dev.fairlead.cli.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What the help of a tool lists. */
final class ToolUsageTest {
    private static final Tool TOOL = Tool.of("search", null, (ObjectNode) Json.parse("""
        {"type": "object",
         "required": ["filter"],
         "properties": {
           "filter": {"$ref": "#/$defs/filter"},
           "either": {"anyOf": [{"type": "null"}, {"type": "object", "properties": {"x": {"type": "integer"}}}]},
           "files": {"type": "array", "items": {"type": "object", "required": ["name"], "properties": {
             "name": {"type": "string"}, "size": {"type": "integer"}}}}
         },
         "$defs": {"filter": {"type": "object", "required": ["kind"], "properties": {
           "kind": {"type": "string"},
           "date": {"type": "object", "properties": {"from": {"type": "object", "properties": {
             "year": {"type": "integer"}}}}},
           "self": {"$ref": "#/$defs/filter"}}}}}
        """));

    @Test
    void argumentsInsideOthersFollowThoseTwoLevelsDeep() {
        assertThat(ListedArgument.of(TOOL).stream().map(ListedArgument::path))
                .containsExactly(
                        "filter",
                        "filter.kind",
                        "filter.date",
                        "filter.date.from",
                        "filter.self",
                        "filter.self.kind",
                        "filter.self.date",
                        "filter.self.self",
                        "either",
                        "either.x",
                        "files");
    }

    @Test
    void whatIsListedCanBeTyped() {
        assertThat(ListedArgument.of(TOOL)).allSatisfy(argument -> {
            var path = ArgumentPath.of(argument.path(), TOOL);
            assertThat(path.declared()).isTrue();
            assertThat(path.required()).isEqualTo(argument.required());
            assertThat(path.type().kinds()).isEqualTo(argument.type().kinds());
        });
    }

    @Test
    void objectsInArraysAreDescribed() {
        assertThat(ListedArgument.of(TOOL).getLast().inside()).isEqualTo("[each has name: string, size?: integer]");
    }
}
