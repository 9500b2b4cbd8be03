package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.protocol.rpc.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A server has what it declares, and nothing else. */
class ServerCapabilitiesTest {
    private static final Map<String, Predicate<ServerCapabilities>> ALL = all();

    private static Map<String, Predicate<ServerCapabilities>> all() {
        var all = new LinkedHashMap<String, Predicate<ServerCapabilities>>();
        all.put("{\"tools\":%s}", ServerCapabilities::tools);
        all.put("{\"tools\":{\"listChanged\":%s}}", ServerCapabilities::toolsListChanged);
        all.put("{\"prompts\":%s}", ServerCapabilities::prompts);
        all.put("{\"prompts\":{\"listChanged\":%s}}", ServerCapabilities::promptsListChanged);
        all.put("{\"resources\":%s}", ServerCapabilities::resources);
        all.put("{\"resources\":{\"subscribe\":%s}}", ServerCapabilities::resourcesSubscribe);
        all.put("{\"resources\":{\"listChanged\":%s}}", ServerCapabilities::resourcesListChanged);
        all.put("{\"logging\":%s}", ServerCapabilities::logging);
        all.put("{\"completions\":%s}", ServerCapabilities::completions);
        all.put("{\"tasks\":{\"requests\":{\"tools\":{\"call\":%s}}}}", ServerCapabilities::taskCalls);
        all.put("{\"tasks\":{\"list\":%s}}", ServerCapabilities::taskList);
        all.put("{\"tasks\":{\"cancel\":%s}}", ServerCapabilities::taskCancel);
        return all;
    }

    private static boolean declared(String form, String value, Predicate<ServerCapabilities> asked) {
        return asked.test(ServerCapabilities.from(Json.parse(form.formatted(value))));
    }

    @Test
    void areThereWhereTheyAreDeclared() {
        ALL.forEach((form, asked) -> {
            assertThat(declared(form, "{}", asked)).as(form).isTrue();
            assertThat(declared(form, "true", asked)).as(form).isTrue();
        });
    }

    @Test
    void areNotThereWhereTheyAreDeniedOrSomethingElse() {
        ALL.forEach((form, asked) -> {
            for (var value : new String[] {"false", "null", "1", "\"true\"", "[]"}) {
                assertThat(declared(form, value, asked)).as(form + " " + value).isFalse();
            }
        });
    }

    @Test
    void comeOneByOne() {
        ALL.forEach((form, asked) -> {
            long others = ALL.entrySet().stream()
                    .filter(other -> !other.getKey().equals(form))
                    .filter(other -> declared(form, "{}", other.getValue()))
                    .count();
            // What can change is there itself.
            boolean inside = form.contains("listChanged") || form.contains("subscribe");
            assertThat(others).as(form).isEqualTo(inside ? 1 : 0);
        });
    }
}
