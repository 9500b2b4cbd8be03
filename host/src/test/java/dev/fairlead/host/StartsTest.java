package dev.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.host.config.Dialect;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.Origin;
import dev.fairlead.host.config.Resolver;
import dev.fairlead.host.config.SecretSource;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.event.EventLog;
import dev.fairlead.host.event.HostEvent;
import dev.fairlead.host.event.Redactor;
import dev.fairlead.host.trust.AuditRecord;
import dev.fairlead.host.trust.AuditRecord.Kind;
import dev.fairlead.host.trust.Grants;
import dev.fairlead.host.trust.Scope;
import dev.fairlead.host.trust.StartConsent;
import dev.fairlead.host.trust.Subject;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.error.StartRefusedException;
import dev.fairlead.store.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StartsTest {
    @TempDir
    private Path folder;

    private final List<AuditRecord> audit = new CopyOnWriteArrayList<>();

    private Starts starts() {
        var resolver = Resolver.of(Map.of("PATH", "/usr/bin"), folder, folder, SecretSource.NONE);
        return new Starts(new StartConsent(Stores.memory(), audit::add), resolver, audit::add);
    }

    private ServerConfig server(Origin.Scope scope, int pool) {
        return ServerConfig.builder("s", Endpoint.Command.of("sh", "server.sh"))
                .origin(new Origin(folder.resolve("fairlead.json"), 1, Dialect.FAIRLEAD, scope))
                .folder(folder)
                .pool(pool)
                .build();
    }

    private static Optional<String> refusal(Starts starts, ServerConfig config) {
        try {
            starts.check(config);
            return Optional.empty();
        } catch (StartRefusedException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
    }

    @Test
    void consentToOneStartServesAllProcessesOfThePool() throws Exception {
        var starts = starts();
        var config = server(Origin.Scope.PROJECT, 5);
        assertThat(starts.agree(config, starts.proposal(config).hash(), Scope.ONCE))
                .isTrue();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var lane : IntStream.range(0, 5)
                    .mapToObj(i -> threads.submit(() -> refusal(starts, config)))
                    .toList()) {
                assertThat(lane.get()).isEmpty();
            }
        }
        assertThat(refusal(starts, config))
                .hasValueSatisfying(why -> assertThat(why).contains("nobody has agreed"));
        starts.permit(config);
    }

    @Test
    void whoeverWaitsSharesWhatTheNextOneSees() throws Exception {
        var shared = new SharedLook<Integer>();
        var looked = new AtomicInteger();
        var inside = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        try (var threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            var first = threads.submit(() -> shared.look(() -> {
                inside.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return looked.incrementAndGet();
            }));
            inside.await();
            var waiting = new CopyOnWriteArrayList<Thread>();
            var others = IntStream.range(0, 20)
                    .mapToObj(i -> threads.submit(() -> {
                        waiting.add(Thread.currentThread());
                        return shared.look(looked::incrementAndGet);
                    }))
                    .toList();
            while (waiting.size() < 20
                    || waiting.stream().anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
                Thread.onSpinWait();
            }
            go.countDown();
            assertThat(first.get()).isEqualTo(1);
            for (var other : others) {
                assertThat(other.get()).as("began after all of them came").isEqualTo(2);
            }
            assertThat(shared.look(looked::incrementAndGet))
                    .as("who comes later looks")
                    .isEqualTo(3);
        }
    }

    @Test
    void oneMayDenyAndTakeThatBack() {
        var starts = starts();
        var config = server(Origin.Scope.PROJECT, 1);
        var hash = starts.proposal(config).hash();
        assertThat(starts.agreed(config)).isFalse();
        assertThat(starts.agree(config, hash, Scope.ALWAYS)).isTrue();
        assertThat(starts.agreed(config)).as("not started yet").isFalse();
        assertThat(refusal(starts, config)).isEmpty();
        assertThat(starts.agreed(config)).isTrue();
        assertThat(starts.agreed(server(Origin.Scope.PROJECT, 2)))
                .as("another configuration")
                .isFalse();

        assertThat(starts.deny(config, Scope.SESSION)).isTrue();

        assertThat(starts.agreed(config)).isFalse();
        assertThat(refusal(starts, config))
                .hasValueSatisfying(why -> assertThat(why).contains("denied"));
        assertThatThrownBy(() -> starts.permit(config)).isInstanceOf(StartRefusedException.class);
        assertThat(starts.agree(config, hash, Scope.ALWAYS)).isFalse();
        assertThat(starts.withdraw(config)).isTrue();
        assertThat(refusal(starts, config)).isPresent();
        assertThat(starts.agree(config, hash, Scope.SESSION)).isTrue();
        assertThat(refusal(starts, config)).isEmpty();
    }

    @Test
    void noFileIsReadForWhatNobodyAgreedTo() throws Exception {
        Files.writeString(folder.resolve("server.sh"), "exit 1\n");
        var starts = starts();
        var config = server(Origin.Scope.PROJECT, 1);

        assertThat(refusal(starts, config)).isPresent();
        assertThat(starts.consent(config)).contains(StartConsent.Consent.MISSING);
        assertThat(starts.deny(config, Scope.ALWAYS)).isTrue();
        assertThat(starts.consent(config)).contains(StartConsent.Consent.DENIED);
        assertThat(refusal(starts, config)).isPresent();
        assertThat(audit)
                .filteredOn(record -> record.what().startsWith("not started"))
                .hasSize(2)
                .extracting(AuditRecord::definition)
                .containsOnlyNulls();

        assertThat(starts.withdraw(config)).isTrue();
        assertThat(starts.agree(config, starts.proposal(config).hash(), Scope.ALWAYS))
                .isTrue();
        Files.writeString(folder.resolve("server.sh"), "exit 2\n");
        assertThat(starts.consent(config)).contains(StartConsent.Consent.CHANGED);
    }

    @Test
    void nobodyIsAskedAboutTheUsersOwn() {
        var starts = starts();
        var config = server(Origin.Scope.USER, 1);
        assertThat(refusal(starts, config)).isEmpty();
        assertThat(starts.agreed(config)).isTrue();
        assertThat(starts.deny(config, Scope.ALWAYS)).isFalse();
        assertThat(starts.withdraw(config)).isFalse();
        assertThat(audit).extracting(AuditRecord::kind).containsExactly(Kind.START);
    }

    @Test
    void anInterruptEndsTheLookAtFiles() throws Exception {
        Files.writeString(folder.resolve("server.sh"), "exit 1\n");
        var starts = starts();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> starts.check(server(Origin.Scope.PROJECT, 1)))
                    .isInstanceOf(CallCancelledException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(refusal(starts, server(Origin.Scope.PROJECT, 1)))
                .as("nobody is kept waiting")
                .isPresent();
    }

    @Test
    void everyDecisionIsAnEvent() {
        var events = new EventLog(Redactor.usual());
        var log = DecisionNews.telling(audit::add, events, InstantSource.system());
        var resolver = Resolver.of(Map.of(), folder, folder, SecretSource.NONE);
        var starts = new Starts(new StartConsent(Stores.memory(), log), resolver, log);
        var config = server(Origin.Scope.PROJECT, 1);

        assertThat(refusal(starts, config)).isPresent();
        assertThat(starts.agree(config, starts.proposal(config).hash(), Scope.SESSION))
                .isTrue();
        assertThat(refusal(starts, config)).isEmpty();
        new Grants(Stores.memory(), log, (server, tool) -> false, server -> "")
                .deny(Subject.of("s", "add").as("ann"), Scope.SESSION);
        log.record(AuditRecord.refresh(null, "s", "renewed"));

        assertThat(decided(events))
                .containsExactly(
                        "start: denial: not started, of %s: nobody agreed"
                                .formatted(config.origin().file()),
                        "start: grant: start of %s allowed, session"
                                .formatted(config.origin().file()),
                        "start: start: of %s".formatted(config.origin().file()),
                        "call add: denial: deny, session");
        assertThat(decided(events.as("ann"))).containsExactly("call add: denial: deny, session");
        assertThat(audit).as("also where no event is made of it").hasSize(5);
    }

    private static List<String> decided(EventLog events) {
        return events.history().stream()
                .map(numbered -> numbered.event() instanceof HostEvent.Decided decided
                        ? decided.what() + ": " + decided.decision()
                        : "")
                .toList();
    }
}
