package dev.fairlead.host.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.host.trust.StartConsent.Consent;
import dev.fairlead.store.MemoryStore;
import dev.fairlead.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StartConsentTest {
    private static final String COMMAND = "npx files /tmp\nTOKEN=sha256:1234";

    @TempDir
    Path folder;

    private final MemoryStore store = new MemoryStore();
    private final List<AuditRecord> audit = new ArrayList<>();
    private final StartConsent consent = new StartConsent(store, audit::add);

    private Path file() {
        return folder.resolve("fairlead.json");
    }

    /** What is said to this start, the next one, and the first after a restart. */
    @ParameterizedTest
    @CsvSource({"ONCE, MISSING, MISSING", "SESSION, GIVEN, MISSING", "ALWAYS, GIVEN, GIVEN"})
    void lastsAsLongAsItWasGiven(Scope scope, Consent next, Consent restarted) {
        assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(Consent.MISSING);
        assertThat(consent.give(file(), "s", COMMAND, scope)).isTrue();
        assertThat(consent.look(file(), "s", COMMAND)).isEqualTo(Consent.GIVEN);
        assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(Consent.GIVEN);
        assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(next);
        assertThat(new StartConsent(store, AuditLog.none()).check(file(), "s", COMMAND))
                .isEqualTo(restarted);
    }

    @ParameterizedTest
    @EnumSource(Scope.class)
    void isForExactlyWhatWasShown(Scope scope) {
        assertThat(consent.give(file(), "s", COMMAND, scope)).isTrue();
        assertThat(consent.check(file(), "s", COMMAND + " ")).isEqualTo(Consent.CHANGED);
        assertThat(consent.check(file(), "s", COMMAND.replace("TOKEN", "t\ud800")))
                .isEqualTo(Consent.CHANGED);
        assertThat(consent.check(file(), "t", COMMAND)).isEqualTo(Consent.MISSING);
        assertThat(consent.check(folder.resolve("other.json"), "s", COMMAND)).isEqualTo(Consent.MISSING);
        assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(Consent.GIVEN);
    }

    @ParameterizedTest
    @CsvSource({"ONCE, MISSING, MISSING", "SESSION, DENIED, MISSING", "ALWAYS, DENIED, DENIED"})
    void aDenialIsRememberedWhateverTheFileSays(Scope scope, Consent next, Consent restarted) {
        consent.deny(file(), "s", scope);
        assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(next);
        assertThat(consent.check(file(), "s", "something else")).isEqualTo(next);
        assertThat(new StartConsent(store, AuditLog.none()).check(file(), "s", COMMAND))
                .isEqualTo(restarted);
    }

    @ParameterizedTest
    @EnumSource(names = {"SESSION", "ALWAYS"})
    void aDenialHasToBeWithdrawnFirst(Scope scope) {
        consent.deny(file(), "s", scope);
        assertThat(consent.give(file(), "s", COMMAND, scope)).isFalse();
        assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(Consent.DENIED);
        consent.withdraw(file(), "s");
        assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(Consent.MISSING);
        assertThat(consent.give(file(), "s", COMMAND, scope)).isTrue();
        assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(Consent.GIVEN);
    }

    @ParameterizedTest
    @CsvSource({"SESSION, ALWAYS", "ALWAYS, SESSION", "SESSION, ONCE", "ALWAYS, ONCE"})
    void whatIsDeniedIsNotGivenInAnotherScopeAndNothingIsKept(Scope denied, Scope given) {
        consent.deny(file(), "s", denied);

        assertThat(consent.give(file(), "s", COMMAND, given)).isFalse();

        assertThat(consent.look(file(), "s", COMMAND)).isEqualTo(Consent.DENIED);
        assertThat(new StartConsent(store, AuditLog.none()).look(file(), "s", COMMAND))
                .as("after a restart")
                .isEqualTo(denied == Scope.ALWAYS ? Consent.DENIED : Consent.MISSING);
    }

    @Test
    void oneStartBeginsAsManyProcessesAsThePoolIsLarge() {
        assertThat(consent.give(file(), "s", COMMAND, Scope.ONCE, 3)).isTrue();
        for (int i = 0; i < 3; i++) {
            assertThat(consent.check(file(), "s", COMMAND + " ")).isEqualTo(Consent.CHANGED);
            assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(Consent.GIVEN);
        }
        assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(Consent.MISSING);
    }

    @Test
    void nobodyLooksAtWhatWouldBeStartedBeforeSomethingWasAgreedTo() {
        Supplier<String> unasked = () -> {
            throw new AssertionError("it may take long");
        };
        assertThat(consent.look(file(), "s", unasked)).isEqualTo(Consent.MISSING);
        assertThat(consent.check(file(), "s", unasked)).isEqualTo(Consent.MISSING);
        consent.deny(file(), "s", Scope.ALWAYS);
        assertThat(consent.look(file(), "s", unasked)).isEqualTo(Consent.DENIED);
        assertThat(consent.check(file(), "s", unasked)).isEqualTo(Consent.DENIED);
    }

    @Test
    void aDenialCountsThatComesWhileSomebodyLooks() {
        assertThat(consent.give(file(), "s", COMMAND, Scope.ALWAYS)).isTrue();

        assertThat(consent.check(file(), "s", () -> {
                    consent.deny(file(), "s", Scope.SESSION);
                    return COMMAND;
                }))
                .isEqualTo(Consent.DENIED);
    }

    @Test
    void denyingOneStartTakesBackTheConsentToOne() {
        assertThat(consent.give(file(), "s", COMMAND, Scope.ONCE)).isTrue();
        consent.deny(file(), "s", Scope.ONCE);
        assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(Consent.MISSING);
    }

    @Test
    void aLaterConsentForGoodReplacesThatOfTheSession() {
        assertThat(consent.give(file(), "s", "old", Scope.SESSION)).isTrue();
        assertThat(consent.give(file(), "s", COMMAND, Scope.ALWAYS)).isTrue();
        assertThat(consent.look(file(), "s", "old")).isEqualTo(Consent.CHANGED);
    }

    @Test
    void aFileIsTheSameByWhateverPath() throws Exception {
        Files.writeString(file(), "{}");
        var link = Files.createSymbolicLink(folder.resolve("link.json"), file());
        assertThat(consent.give(folder.resolve("x/../fairlead.json").normalize(), "s", COMMAND, Scope.ALWAYS))
                .isTrue();
        assertThat(consent.check(link, "s", COMMAND)).isEqualTo(Consent.GIVEN);
    }

    @Test
    void nothingOfTheFingerprintIsKept() {
        assertThat(consent.give(file(), "s", COMMAND, Scope.ALWAYS)).isTrue();
        for (var key : store.keys("")) {
            assertThat(key + store.read(key).orElseThrow().value()).doesNotContain("npx", "TOKEN", "1234");
        }
        assertThat(audit.toString()).doesNotContain("npx", "TOKEN");
    }

    @Test
    void whatCannotBeUnderstoodIsNotTakenForNothing() {
        assertThat(consent.give(file(), "s", COMMAND, Scope.ALWAYS)).isTrue();
        var key = store.keys("consent/").getFirst();
        assertThat(store.replace(key, store.read(key).orElseThrow().version(), "[]"))
                .isTrue();
        assertThatThrownBy(() -> consent.check(file(), "s", COMMAND)).isInstanceOf(StoreException.class);
        consent.withdraw(file(), "s");
        assertThat(consent.check(file(), "s", COMMAND)).isEqualTo(Consent.MISSING);
    }

    @Test
    void consentToOneStartServesOneOfAHundred() throws Exception {
        var quiet = new StartConsent(store, AuditLog.none());
        assertThat(quiet.give(file(), "s", COMMAND, Scope.ONCE)).isTrue();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var starts = IntStream.range(0, 100)
                    .<Callable<Consent>>mapToObj(i -> () -> quiet.check(file(), "s", COMMAND))
                    .toList();
            int given = 0;
            for (var start : threads.invokeAll(starts)) {
                given += start.get() == Consent.GIVEN ? 1 : 0;
            }
            assertThat(given).isEqualTo(1);
        }
    }

    @Test
    void everyStartAndDecisionIsRecorded() {
        boolean ignored = consent.give(file(), "s", COMMAND, Scope.ONCE);
        consent.check(file(), "s", COMMAND);
        consent.check(file(), "s", COMMAND);
        consent.deny(file(), "s", Scope.SESSION);
        consent.withdraw(file(), "s");
        assertThat(audit)
                .extracting(AuditRecord::kind)
                .containsExactly(
                        AuditRecord.Kind.GRANT,
                        AuditRecord.Kind.START,
                        AuditRecord.Kind.DENIAL,
                        AuditRecord.Kind.DENIAL,
                        AuditRecord.Kind.POLICY);
    }
}
