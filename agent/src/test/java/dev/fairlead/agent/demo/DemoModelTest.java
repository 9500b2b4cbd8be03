package dev.fairlead.agent.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.Part;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.agent.model.ToolSpec;
import dev.fairlead.agent.model.Tuning;
import dev.fairlead.agent.model.Turn;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoModelTest {
    private static final List<ToolSpec> TOOLS = List.of(
            tool("demo__add", "Adds two numbers", "a:number", "b:number"),
            tool("demo__echo", "Says something again", "message:string"),
            tool("files__read_text_file", "Reads a file", "path:string"),
            tool("files__list_directory", "Lists a folder", "path:string"),
            tool("demo__now", "Tells the time"));

    private static ToolSpec tool(String name, String description, String... properties) {
        var schema = Json.object().put("type", "object");
        var members = schema.putObject("properties");
        var required = schema.putArray("required");
        for (var property : properties) {
            var parts = property.split(":", -1);
            members.putObject(parts[0]).put("type", parts[1]);
            required.add(parts[0]);
        }
        return new ToolSpec(name, description, schema);
    }

    private static List<ReplyPiece> ask(String question) throws InterruptedException {
        var pieces = new ArrayList<ReplyPiece>();
        try (var reply =
                new DemoModel().ask(new ModelRequest("", List.of(Turn.Asked.of(question)), TOOLS, Tuning.USUAL))) {
            do {
                pieces.add(reply.next());
            } while (!(pieces.getLast() instanceof ReplyPiece.End));
        }
        return pieces;
    }

    private static String words(String question) throws InterruptedException {
        var words = new StringBuilder();
        ask(question).forEach(piece -> words.append(piece instanceof ReplyPiece.TextDelta(var text) ? text : ""));
        return words.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        add 2 and 3                                  | demo__add | {"a":2,"b":3}
        Please add 2.5 and -3!                       | demo__add | {"a":2.5,"b":-3}
        what is 2 + 3?                               | demo__add | {"a":2,"b":3}
        how much is 17 plus 4                        | demo__add | {"a":17,"b":4}
        add a=7 b=1                                  | demo__add | {"a":7,"b":1}
        echo hello world                             | demo__echo | {"message":"hello world"}
        echo "hello, you"                            | demo__echo | {"message":"hello, you"}
        call echo with {"message": "x"}              | demo__echo | {"message":"x"}
        read the text file path=notes.txt            | files__read_text_file | {"path":"notes.txt"}
        list the directory "src/main"                | files__list_directory | {"path":"src/main"}
        what time is it now?                         | demo__now | {}
        """)
    void aSentenceWithTheNameOfAToolBecomesACall(String question, String tool, String arguments) throws Exception {
        assertThat(ask(question).getFirst())
                .isInstanceOfSatisfying(
                        ReplyPiece.Whole.class,
                        whole -> assertThat(whole.part()).isInstanceOfSatisfying(Part.Call.class, call -> {
                            assertThat(call.name()).isEqualTo(tool);
                            assertThat(Json.write(call.arguments())).isEqualTo(arguments);
                        }));
    }

    @Test
    void itTellsItsTools() throws Exception {
        assertThat(words("What tools do you have?"))
                .contains("demo__add: Adds two numbers")
                .contains("files__list_directory");
    }

    @Test
    void itSaysWhatItIsWhenItUnderstandsNothing() throws Exception {
        assertThat(words("Write me a poem about the sea")).contains("no language model");
    }

    @Test
    void itSaysWhatIsMissing() throws Exception {
        assertThat(words("add 2")).contains("demo__add").contains("b");
    }
}
