package dev.fairlead.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.catalog.OfferedResource;
import dev.fairlead.protocol.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChatResourcesTest {
    private static OfferedResource resource(String server, String uri) {
        return new OfferedResource(server, Resource.of(uri, "name"));
    }

    private static List<String> typed(OfferedResource... all) {
        return List.of(all).stream().map(ChatResources.naming(List.of(all))).toList();
    }

    @Test
    void aUriThatOneServerHasIsEnough() {
        assertThat(typed(resource("a", "mem:/x"), resource("b", "mem:/y"), resource("b", "mem:/y")))
                .containsExactly("@mem:/x", "@mem:/y", "@mem:/y");
    }

    @Test
    void aUriThatSeveralServersHaveIsTypedWithItsServer() {
        assertThat(typed(resource("a", "mem:/x"), resource("b", "mem:/x"))).containsExactly("@a:mem:/x", "@b:mem:/x");
        assertThat(typed(resource("a", "mem:/x"), resource("b", "a:mem:/x"))).containsExactly("@mem:/x", "@b:a:mem:/x");
    }
}
