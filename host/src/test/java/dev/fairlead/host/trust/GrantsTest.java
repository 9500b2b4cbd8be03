package dev.fairlead.host.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.host.trust.Grant.Decision;
import dev.fairlead.host.trust.Ruling.Kind;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.ToolAnnotations;
import dev.fairlead.protocol.rpc.Json;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.store.StoreException;
import dev.fairlead.testkit.Verifies;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GrantsTest {
    private static final ToolDefinition TOOL = Samples.tool("t", "reads");
    private static final ToolDefinition CHANGED = Samples.tool("t", "writes");

    private final MemoryStore store = new MemoryStore();
    private final Map<String, String> identities = new HashMap<>(Map.of("s", "sh server.sh"));
    private final Grants grants = grants();

    private Grants grants() {
        return new Grants(
                store,
                AuditLog.none(),
                (server, tool) -> tool.equals("known"),
                server -> identities.getOrDefault(server, ""));
    }

    private Kind kind(ToolDefinition definition) {
        return grants.ruling(Subject.of("s", "t"), definition.hash()).kind();
    }

    /** What was decided about the tool and the server, in which scope, and what follows for it and for a changed one. */
    @ParameterizedTest
    @CsvSource({
        "-,     -,     NONE,    NONE",
        "-,     ALLOW, TRUSTED, TRUSTED",
        "-,     ASK,   ASK,     ASK",
        "-,     DENY,  DENIED,  DENIED",
        "ALLOW, -,     GRANTED, NONE",
        "ALLOW, ALLOW, GRANTED, TRUSTED",
        "ALLOW, ASK,   GRANTED, ASK",
        "ALLOW, DENY,  DENIED,  DENIED",
        "ASK,   -,     ASK,     ASK",
        "ASK,   ALLOW, ASK,     ASK",
        "ASK,   ASK,   ASK,     ASK",
        "ASK,   DENY,  DENIED,  DENIED",
        "DENY,  -,     DENIED,  DENIED",
        "DENY,  ALLOW, DENIED,  DENIED",
        "DENY,  ASK,   DENIED,  DENIED",
        "DENY,  DENY,  DENIED,  DENIED",
    })
    void theToolsOwnRuleGoesFirstAndADenialBeforeAll(String tool, String server, Kind same, Kind changed) {
        for (var toolScope : List.of(Scope.SESSION, Scope.ALWAYS)) {
            for (var serverScope : List.of(Scope.SESSION, Scope.ALWAYS)) {
                grants.revoke(Subject.of("s", "t"));
                grants.revoke(Subject.of("s"));
                decide(tool, Subject.of("s", "t"), toolScope);
                decide(server, Subject.of("s"), serverScope);
                assertThat(kind(TOOL)).isEqualTo(same);
                assertThat(kind(CHANGED)).isEqualTo(changed);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = Scope.class, names = "ONCE", mode = EnumSource.Mode.EXCLUDE)
    void permissionForAServerIsForWhatItIs(Scope scope) {
        assertThat(grants.allowServer(null, "s", scope, true)).isTrue();

        identities.put("s", "sh another.sh");

        assertThat(kind(TOOL)).isEqualTo(Kind.NONE);
        identities.put("s", "sh server.sh");
        assertThat(kind(TOOL)).isEqualTo(Kind.TRUSTED);
    }

    @Test
    void permissionForAServerThatSaysNotForWhatIsNone() {
        var kept = "{\"decision\":\"allow\",\"server\":\"s\"}";
        assertThat(store.replace(Subject.of("s").key("grant"), "", kept)).isTrue();

        assertThat(kind(TOOL)).isEqualTo(Kind.NONE);
    }

    @Test
    void ofAServerThatIsGoneNothingStaysAllowedAndAllThatIsDenied() {
        var gate = ToolGate.asking(store, Approver.NOBODY, AuditLog.none());
        assertThat(gate.allow(null, "s", TOOL, TOOL.hash(), Scope.ALWAYS, true)).isTrue();
        assertThat(gate.grants().allowServer(null, "s", Scope.SESSION, true)).isTrue();
        assertThat(gate.grants().allowServer(null, "other", Scope.ALWAYS, true)).isTrue();
        gate.grants().deny(Subject.of("s", "danger"), Scope.ALWAYS);

        gate.forgetServer(null, "s");

        assertThat(gate.grants().list(null))
                .extracting(Grant::subject)
                .containsExactlyInAnyOrder(Subject.of("s", "danger"), Subject.of("other"));
        assertThat(gate.check(null, "s", TOOL)).isInstanceOf(Pin.Unknown.class);
    }

    private void decide(String decision, Subject subject, Scope scope) {
        boolean decided = switch (decision) {
            case "ALLOW" ->
                subject.tool() == null
                        ? grants.allowServer(null, "s", scope, true)
                        : grants.allow(null, "s", TOOL, scope, true);
            case "ASK" -> grants.ask(subject, scope);
            case "DENY" -> {
                grants.deny(subject, scope);
                yield true;
            }
            default -> true;
        };
        assertThat(decided).isTrue();
    }

    /** Stored, then decided in the session, then what holds. */
    @ParameterizedTest
    @CsvSource({
        "ALLOW, ASK,   ASK",
        "ALLOW, DENY,  DENIED",
        "ASK,   ALLOW, GRANTED",
        "ASK,   DENY,  DENIED",
    })
    void theSessionGoesBeforeTheStoreExceptForADenial(Decision stored, Decision session, Kind kind) {
        decide(stored.name(), Subject.of("s", "t"), Scope.ALWAYS);
        decide(session.name(), Subject.of("s", "t"), Scope.SESSION);
        assertThat(kind(TOOL)).isEqualTo(kind);
    }

    @ParameterizedTest
    @EnumSource(Scope.class)
    void aDenialHasToBeRevokedBeforeAnythingIsAllowed(Scope scope) {
        grants.deny(Subject.of("s", "t"), scope);
        assertThat(grants.allow(null, "s", TOOL, scope, true)).isFalse();
        grants.revoke(Subject.of("s", "t"));
        assertThat(grants.allow(null, "s", TOOL, scope, true)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"SESSION, ALWAYS", "ALWAYS, SESSION", "SESSION, ONCE", "ALWAYS, ONCE"})
    void whatIsDeniedIsNotAllowedInAnotherScopeAndNothingIsKept(Scope denied, Scope allowed) {
        var subject = Subject.of("s", "t");
        grants.deny(subject, denied);
        var kept = store.keys("");

        assertThat(grants.allow(null, "s", TOOL, allowed, true)).isFalse();
        if (allowed != Scope.ONCE) {
            assertThat(grants.ask(subject, allowed)).isFalse();
        }

        assertThat(kind(TOOL)).isEqualTo(Kind.DENIED);
        assertThat(store.keys("")).isEqualTo(kept);
        var restarted = grants();
        assertThat(restarted.ruling(subject, TOOL.hash()).kind())
                .as("after a restart")
                .isEqualTo(denied == Scope.ALWAYS ? Kind.DENIED : Kind.NONE);
        assertThat(restarted.takeAllowed(subject, TOOL.hash())).isFalse();
    }

    @Verifies("G-4")
    @Test
    void permissionForGoodNeedsAConfirmationWhateverTheServerSays() {
        var harmless =
                ToolDefinition.of(Tool.of("t", null, Json.object()).withAnnotations(ToolAnnotations.readingOnly()));
        assertThatThrownBy(() -> grants.allow(null, "s", harmless, Scope.ALWAYS, false))
                .hasMessageContaining("needs a confirmation");
        assertThatThrownBy(() -> grants.allowServer(null, "s", Scope.ALWAYS, false))
                .hasMessageContaining("needs a confirmation");
        assertThat(kind(harmless)).isEqualTo(Kind.NONE);

        assertThat(grants.allow(null, "s", Samples.tool("known", "by configuration"), Scope.ALWAYS, false))
                .isTrue();
        assertThat(grants.allow(null, "s", harmless, Scope.SESSION, false)).isTrue();
    }

    @Test
    void onlyWhatIsForGoodOutlastsTheProgram() {
        assertThat(grants.allow(null, "s", TOOL, Scope.ALWAYS, true)).isTrue();
        assertThat(grants.allow(null, "s", Samples.tool("u", "session"), Scope.SESSION, false))
                .isTrue();
        grants.deny(Subject.of("s", "v"), Scope.ALWAYS);
        grants.deny(Subject.of("s", "w"), Scope.SESSION);

        assertThat(grants.list(null))
                .extracting(grant -> grant.subject().tool())
                .containsExactly("t", "u", "v", "w");
        assertThat(grants().list(null))
                .containsExactly(
                        new Grant(Subject.of("s", "t"), Decision.ALLOW, Scope.ALWAYS, TOOL.hash()),
                        new Grant(Subject.of("s", "v"), Decision.DENY, Scope.ALWAYS, null));
        assertThat(grants().ruling(Subject.of("s", "t"), TOOL.hash()).kind()).isEqualTo(Kind.GRANTED);
        assertThat(grants().ruling(Subject.of("s", "t"), CHANGED.hash())).isEqualTo(new Ruling(Kind.NONE, true));
    }

    @Test
    void oneCallIsAllowedOrDeniedOnce() {
        var subject = Subject.of("s", "t");
        assertThat(grants.allow(null, "s", TOOL, Scope.ONCE, false)).isTrue();
        assertThat(grants.takeAllowed(subject, CHANGED.hash()))
                .as("another definition")
                .isFalse();
        assertThat(grants.takeAllowed(subject, TOOL.hash())).isTrue();
        assertThat(grants.takeAllowed(subject, TOOL.hash())).isFalse();
        grants.deny(subject, Scope.ONCE);
        assertThat(grants.takeAllowed(subject, TOOL.hash())).isFalse();
        assertThat(grants.takeDenied(subject)).isTrue();
        assertThat(grants.takeDenied(subject)).isFalse();
        assertThatThrownBy(() -> grants.allowServer(null, "s", Scope.ONCE, true))
                .hasMessageContaining("longer than one call");
        assertThatThrownBy(() -> grants.ask(subject, Scope.ONCE)).hasMessageContaining("longer than one call");
    }

    @Test
    void theHostDeniesForEverybodyAndAllowsForNobodyElse() {
        var ann = Subject.of("s", "t").as("ann");
        assertThat(grants.allow(null, "s", TOOL, Scope.ALWAYS, true)).isTrue();
        assertThat(grants.ruling(ann, TOOL.hash()).kind()).isEqualTo(Kind.NONE);
        grants.deny(Subject.of("s"), Scope.SESSION);
        assertThat(grants.ruling(ann, TOOL.hash()).kind()).isEqualTo(Kind.DENIED);
        grants.revoke(Subject.of("s"));
        grants.deny(ann, Scope.ALWAYS);
        assertThat(grants.ruling(ann, TOOL.hash()).kind()).isEqualTo(Kind.DENIED);
        assertThat(kind(TOOL)).isEqualTo(Kind.GRANTED);
    }

    @Test
    void aToolCalledStarIsNotTheWholeServer() {
        grants.deny(Subject.of("s", "*"), Scope.ALWAYS);
        assertThat(kind(TOOL)).isEqualTo(Kind.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{",
                "[]",
                "{\"decision\":\"allow\",\"server\":\"s\",\"tool\":\"t\"}",
                "{\"decision\":\"maybe\",\"server\":\"s\",\"tool\":\"t\"}",
                "{\"decision\":\"deny\"}",
            })
    void whatCannotBeUnderstoodIsNotTakenForNothing(String kept) {
        assertThat(store.replace(Subject.of("s", "t").key("grant"), "", kept)).isTrue();
        assertThatThrownBy(() -> kind(TOOL)).isInstanceOf(StoreException.class).hasMessageContaining("revoke it");
        grants.revoke(Subject.of("s", "t"));
        assertThat(kind(TOOL)).isEqualTo(Kind.NONE);
    }
}
