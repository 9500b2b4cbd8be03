package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SubscriptionFilterTest {
    private static final List<SubscriptionFilter> KINDS = List.of(
            SubscriptionFilter.toolsChanged(),
            SubscriptionFilter.promptsChanged(),
            SubscriptionFilter.resourcesChanged(),
            SubscriptionFilter.resource("mem:/a"));

    private static final List<ServerEvent> EVENTS = List.of(
            new ServerEvent.ToolsChanged(),
            new ServerEvent.PromptsChanged(),
            new ServerEvent.ResourcesChanged(),
            new ServerEvent.ResourceUpdated("mem:/a"));

    @Test
    void eachKindWantsItsOwnEventAlone() {
        for (var kind : KINDS) {
            for (var event : EVENTS) {
                assertThat(kind.wants(event))
                        .as("%s wants %s", kind, event)
                        .isEqualTo(KINDS.indexOf(kind) == EVENTS.indexOf(event));
            }
        }
        assertThat(EVENTS).noneMatch(SubscriptionFilter.none()::wants);
    }

    @Test
    void aResourceIsMeantWithAllOfItsParts() {
        var filter = SubscriptionFilter.resource("mem:/a");
        assertThat(filter.wants(new ServerEvent.ResourceUpdated("mem:/a/b"))).isTrue();
        assertThat(filter.wants(new ServerEvent.ResourceUpdated("mem:/ab"))).isFalse();
        assertThat(filter.wants(new ServerEvent.ResourceUpdated("mem:/"))).isFalse();
    }

    @Test
    void twoTogetherAreForWhatEitherIsFor() {
        for (var one : KINDS) {
            for (var other : KINDS) {
                var both = one.and(other);
                assertThat(EVENTS)
                        .allMatch(event -> both.wants(event) == (one.wants(event) || other.wants(event)), "" + both);
            }
        }
        assertThat(SubscriptionFilter.resource("a").and(SubscriptionFilter.resource("b")))
                .isEqualTo(new SubscriptionFilter(false, false, false, Set.of("a", "b")));
    }

    @Test
    void oneWithoutAnotherIsForTheRest() {
        var all = KINDS.stream().reduce(SubscriptionFilter.none(), SubscriptionFilter::and);
        for (var one : KINDS) {
            var rest = all.without(one);
            assertThat(EVENTS).allMatch(event -> rest.wants(event) == !one.wants(event), "" + rest);
            assertThat(one.without(one).isEmpty()).isTrue();
            assertThat(one.without(all).isEmpty()).isTrue();
            assertThat(one.without(SubscriptionFilter.none())).isEqualTo(one);
        }
    }
}
