package dev.fairlead.host.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.store.MemoryStore;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinsTest {
    private final MemoryStore store = new MemoryStore();
    private final Pins pins = new Pins(store);

    @Test
    void aToolIsUnknownThenSameThenChanged() {
        var one = Samples.tool("t", "reads");
        var other = Samples.tool("t", "writes");

        assertThat(pins.check(null, "s", one)).isEqualTo(new Pin.Unknown());
        assertThat(pins.approve(null, "s", one, one.hash())).isTrue();
        assertThat(pins.check(null, "s", one)).isEqualTo(new Pin.Same());
        assertThat(pins.check(null, "s", other)).isInstanceOfSatisfying(Pin.Changed.class, changed -> {
            assertThat(changed.approved()).isEqualTo(one.hash());
            assertThat(changed.diff()).hasToString("~ /description: \"reads\" -> \"writes\"");
        });
        pins.forget(null, "s", "t");
        assertThat(pins.check(null, "s", other)).isEqualTo(new Pin.Unknown());
    }

    @Test
    void onlyWhatWasSeenCanBeApproved() {
        var seen = Samples.tool("t", "reads");
        var now = Samples.tool("t", "writes");
        assertThat(pins.approve(null, "s", now, seen.hash())).isFalse();
        assertThat(pins.check(null, "s", now)).isEqualTo(new Pin.Unknown());
    }

    @Test
    void anApprovalFailsIfAnotherDefinitionWasApprovedMeanwhile() {
        var one = Samples.tool("t", "one");
        var two = Samples.tool("t", "two");
        var subject = Subject.of("s", "t");
        var first = pins.read(subject, one);
        var second = pins.read(subject, two);
        var alike = pins.read(subject, one);

        assertThat(pins.approve(first)).isTrue();
        assertThat(pins.approve(second)).isFalse();
        assertThat(pins.approve(alike)).as("the same one").isTrue();
        assertThat(pins.check(null, "s", one)).isEqualTo(new Pin.Same());
    }

    @Test
    void peopleServersAndToolsAreKeptApartWhateverTheirNames() {
        var names = List.of(
                "a",
                "a/b",
                "b",
                "*",
                "host",
                "@host",
                "%002a",
                "a\u0000",
                "\ud800",
                "\ud801",
                "?",
                "",
                "~",
                "A",
                "x".repeat(5_000),
                "x".repeat(5_001));
        var keys = new HashSet<String>();
        int count = 0;
        for (var principal : names) {
            for (var server : names) {
                for (var tool : names) {
                    keys.add(new Subject(principal, server, tool).key("pin"));
                    count++;
                }
                keys.add(new Subject(principal, server, null).key("pin"));
                count++;
            }
            keys.add(Subject.of(principal, principal).key("pin"));
            count++;
        }
        assertThat(keys).hasSize(count).allMatch(key -> key.matches("[!-~]{1,512}"));
    }

    @Test
    void onePersonsApprovalIsNotAnothers() {
        var tool = Samples.tool("t", "reads");
        assertThat(pins.approve("ann", "s", tool, tool.hash())).isTrue();
        assertThat(pins.check("ben", "s", tool)).isEqualTo(new Pin.Unknown());
        assertThat(pins.check(null, "s", tool)).isEqualTo(new Pin.Unknown());
        assertThat(pins.check("ann", "other", tool)).isEqualTo(new Pin.Unknown());
        assertThat(new Pins(store).check("ann", "s", tool))
                .as("after a restart")
                .isEqualTo(new Pin.Same());
    }

    @Test
    void aDefinitionOfAnySizeIsHeldToItsHash() {
        var huge = Samples.tool("t", "x".repeat(3_000_000));
        var other = Samples.tool("t", "x".repeat(2_999_999) + "y");
        assertThat(pins.approve(null, "s", huge, huge.hash())).isTrue();
        assertThat(pins.check(null, "s", huge)).isEqualTo(new Pin.Same());
        assertThat(pins.check(null, "s", other))
                .isInstanceOfSatisfying(
                        Pin.Changed.class,
                        changed -> assertThat(changed.diff().lines())
                                .singleElement()
                                .satisfies(line -> assertThat(line)
                                        .contains("too long to be kept")
                                        .hasSizeLessThan(700)));
    }

    @Test
    void aDamagedPinBlocks() {
        var tool = Samples.tool("t", "reads");
        assertThat(store.replace(Subject.of("s", "t").key("pin"), "", "{\"name\":"))
                .isTrue();
        assertThat(pins.check(null, "s", tool))
                .isInstanceOfSatisfying(
                        Pin.Changed.class,
                        changed -> assertThat(changed.diff().toString()).contains("not readable any more"));
    }
}
