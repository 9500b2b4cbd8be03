package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageTest {

    private static Page<Tool> tools(String text) {
        return Page.from(Json.parse(text), "tools", Tool::from);
    }

    @Test
    void oneBadElementCostsOnlyItself() {
        var page = tools("""
            {"tools":[{"name":"a","inputSchema":{}},{"name":"b\\u001b","inputSchema":7},null,{"inputSchema":{}},
             {"name":"c","inputSchema":{}}]}\
            """);
        assertThat(page.items()).extracting(Tool::name).containsExactly("a", "c");
        assertThat(page.problems())
                .containsExactly(
                        "tools[1] (b\\u001b): tool has no 'inputSchema' that is an object",
                        "tools[2]: tool is not an object",
                        "tools[3]: tool has no 'name' that is a string");
    }

    @Test
    void anEmptyStringIsACursor() {
        assertThat(tools("{\"tools\":[],\"nextCursor\":\"\"}").nextCursor()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"tools\":[]}", "{\"tools\":[],\"nextCursor\":null}"})
    void noCursorEndsTheList(String text) {
        assertThat(tools(text).nextCursor()).isNull();
        assertThat(tools(text).problems()).isEmpty();
    }

    @Test
    void aCursorThatIsNoStringEndsTheListAndIsTold() {
        var page = tools("{\"tools\":[],\"nextCursor\":7}");
        assertThat(page.nextCursor()).isNull();
        assertThat(page.problems()).singleElement().asString().contains("nextCursor");
    }

    @Test
    void readsHowLongItMayBeKept() {
        assertThat(tools("{\"tools\":[],\"ttlMs\":1000,\"cacheScope\":\"public\"}")
                        .hint())
                .isEqualTo(new CacheHint(Duration.ofSeconds(1), true));
        assertThat(tools("{\"tools\":[]}").hint()).isEqualTo(CacheHint.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"tools\":{}}", "{\"tools\":null}", "[]", "null"})
    void aResultWithoutAListIsNoPage(String text) {
        assertThatThrownBy(() -> tools(text)).isInstanceOf(BadShape.class);
    }
}
