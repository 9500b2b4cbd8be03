package dev.fairlead.client;

import static dev.fairlead.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.Tool;
import org.junit.jupiter.api.Test;

/** What is wrong with the schemas of a tool is said of each of them, by its name. */
class ToolSchemasTest {

    @Test
    void eachSchemaThatCannotBeUsedIsNamed() {
        var broken = Tool.from(json("{'name':'t','inputSchema':{'type':'object','minLength':'x'},"
                + "'outputSchema':{'type':'object','pattern':'('}}"));
        assertThat(ToolSchemas.problems(broken))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("inputSchema ").contains("is not a schema"),
                        second -> assertThat(second).startsWith("outputSchema ").contains("pattern"));
        var right = Tool.from(json("{'name':'t','inputSchema':{'type':'object'}}"));
        assertThat(ToolSchemas.problems(right)).isEmpty();
    }
}
