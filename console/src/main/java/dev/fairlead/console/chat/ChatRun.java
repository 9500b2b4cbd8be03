package dev.fairlead.console.chat;

import dev.fairlead.agent.Agent;
import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.AgentRun;
import dev.fairlead.agent.Approval;
import dev.fairlead.agent.CallRecord;
import dev.fairlead.agent.Outcome;
import dev.fairlead.agent.Transcript;
import dev.fairlead.agent.model.ReplyEnd;
import dev.fairlead.console.call.Call;
import dev.fairlead.console.call.Calls;
import dev.fairlead.console.event.ServerIds;
import dev.fairlead.console.question.Approvals;
import dev.fairlead.console.text.Shortened;
import dev.fairlead.host.Host;
import dev.fairlead.host.HostResult;
import dev.fairlead.host.trust.Answer;
import dev.fairlead.protocol.Tool;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A model at work in a conversation: shows what it says and does, as it happens. */
final class ChatRun {
    private static final System.Logger LOG = System.getLogger(ChatRun.class.getName());

    private final Chat chat;
    private final Calls calls;
    private final Approvals approvals;
    private final Host host;
    private final Runnable changed;
    private final Runnable keptNow;
    private final RunCalls shown = new RunCalls();
    private final Map<String, String> cards = new HashMap<>(); // of approvals, by the model's id of the call
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable AgentRun run;
    private volatile boolean stopped;
    private @Nullable ChatItem saying;
    private @Nullable ChatItem thinking;

    /**
     * Begins.
     *
     * @param changed has the conversation kept soon
     * @param keptNow keeps it before it returns
     */
    ChatRun(Chat chat, Calls calls, Approvals approvals, Host host, Runnable changed, Runnable keptNow) {
        this.chat = chat;
        this.calls = calls;
        this.approvals = approvals;
        this.host = host;
        this.changed = changed;
        this.keptNow = keptNow;
    }

    /** Is there while the agent makes a call. */
    HostResult during(String id, Supplier<HostResult> work) {
        var call = shown.await(id);
        // What may happen from here on is known to have begun, whatever becomes of this program.
        keptNow.run();
        if (call.isEmpty()) {
            return work.get();
        }
        calls.goesOn(call.get());
        var result = calls.during(call.get(), work);
        calls.end(call.get(), result, tool(call.get()));
        return result;
    }

    private @Nullable Tool tool(Call call) {
        return host.catalog()
                .tool(call.wish().server(), call.wish().tool())
                .map(offered -> offered.definition())
                .orElse(null);
    }

    Optional<Transcript> transcript() {
        return Optional.ofNullable(run).map(AgentRun::transcript);
    }

    void stop() {
        stopped = true;
        var current = run;
        if (current != null) {
            current.stop();
        }
    }

    /** Waits until nothing of it is left; false if that takes longer. */
    boolean await(Duration patience) throws InterruptedException {
        return over.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Works on a thread of its own until it is over. */
    void start(Agent agent, Function<Agent, AgentRun> begin) {
        Thread.ofVirtual().name("fairlead-console-chat").start(() -> follow(agent, begin));
    }

    private void follow(Agent agent, Function<Agent, AgentRun> begin) {
        var said = chat.transcript();
        try (var current = begin.apply(agent)) {
            run = current;
            if (stopped) {
                current.stop();
            }
            while (current.hasNext()) {
                show(current.next());
            }
            said = current.transcript();
        } catch (RuntimeException | Error defect) {
            LOG.log(Level.ERROR, "A conversation broke off because of a defect", defect);
            chat.add(ChatItem.note("error", "Something went wrong here; the log of the console says what."));
            said = transcript().orElse(said);
        } finally {
            cards.values().forEach(approvals::withdraw);
            chat.end(said);
            changed.run();
            over.countDown();
        }
    }

    private void show(AgentEvent event) {
        switch (event) {
            case AgentEvent.StepBegan(int step) -> {
                quiet();
                chat.step(step);
                if (step == 1) {
                    absent();
                }
            }
            case AgentEvent.TextDelta(var text) -> {
                thinking = over(thinking);
                saying = saying == null ? begun("assistant") : saying;
                chat.append(saying, text);
            }
            case AgentEvent.ThinkingDelta(var text) -> {
                saying = over(saying);
                thinking = thinking == null ? begun("thinking") : thinking;
                chat.append(thinking, text);
            }
            case AgentEvent.MediaShown(var media) ->
                chat.add(ChatItem.note(
                        "info",
                        "The model shows something of type %s."
                                .formatted(Shortened.of(media.mimeType(), Shortened.NAME))));
            case AgentEvent.ToolAsked asked -> asked(asked);
            case AgentEvent.ApprovalNeeded(var approval) -> approve(approval);
            case AgentEvent.QuestionAsked(var question) -> {
                boolean ignored = question.decline(); // They arrive where the calls are, not here.
            }
            case AgentEvent.ToolProgressed(var id, var progress) ->
                shown.find(id).ifPresent(call -> calls.progress(call, progress));
            case AgentEvent.ToolDone(var record, var told) -> done(record);
            case AgentEvent.ToolLeftOut(var name, var reason) ->
                chat.add(ChatItem.note("info", "The model is not told of %s: %s".formatted(name, reason)));
            case AgentEvent.MediaLeftOut(var reason) ->
                chat.add(
                        ChatItem.note("warning", "The model is asked again without pictures and documents: " + reason));
            case AgentEvent.UsageReported(var step, var all) ->
                chat.spent(step.input(), step.output() + step.thinking());
            case AgentEvent.Finished(var outcome, var transcript) -> {
                quiet();
                finished(outcome);
            }
        }
    }

    /** Says whose tools the model does not have yet: it is not kept waiting for those who take long to come. */
    private void absent() {
        host.servers().stream()
                .filter(server -> server.state().equals("connecting"))
                .filter(server -> chat.has(ServerIds.of(server.name())))
                .forEach(server -> chat.add(ChatItem.note(
                        "info",
                        "Server '%s' is still connecting. The model begins without its tools, and gets them once it is there."
                                .formatted(Shortened.of(server.name(), Shortened.NAME)))));
    }

    private ChatItem begun(String type) {
        var item = ChatItem.of(type, "");
        item.streaming = true;
        chat.add(item);
        return item;
    }

    private @Nullable ChatItem over(@Nullable ChatItem item) {
        if (item != null) {
            chat.change(item, one -> one.streaming = false);
            changed.run();
        }
        return null;
    }

    private void quiet() {
        saying = over(saying);
        thinking = over(thinking);
    }

    private void asked(AgentEvent.ToolAsked asked) {
        quiet();
        var wish = new Call.Wish(
                asked.server(),
                asked.server().isEmpty() ? "" : ServerIds.of(asked.server()),
                asked.tool(),
                asked.arguments(),
                "model",
                chat.id(),
                null,
                0,
                null);
        var call = calls.open(
                wish,
                host.catalog()
                        .tool(asked.server(), asked.tool())
                        .map(offered -> offered.definition())
                        .orElse(null));
        chat.add(ChatItem.ofCall(call.id()));
        shown.put(asked.id(), call);
        changed.run();
    }

    private void approve(Approval approval) {
        var call = shown.find(approval.callId());
        if (call.isEmpty()) {
            boolean ignored = approval.deny("it could not be shown to anybody");
            return;
        }
        long began = System.nanoTime();
        calls.awaits(call.get());
        var card = approvals.ask(
                call.get().id(),
                chat.id(),
                null,
                approval.request(),
                decision -> decide(approval, decision, call.get()));
        cards.put(approval.callId(), card);
        approval.onAnswer(answer -> {
            approvals.withdraw(card);
            call.get().waited(began, System.nanoTime());
            if (!(answer instanceof Answer.Deny)) {
                calls.goesOn(call.get());
                keptNow.run();
            }
        });
    }

    /** Tells whether somebody still waited for the decision. */
    private boolean decide(Approval approval, Approvals.Decision decision, Call call) {
        if (call.over() || approval.answered() || stopped) {
            return false;
        }
        var edited = decision.arguments();
        if (!decision.word().equals("deny") && edited != null) {
            calls.edited(call, edited);
            return approval.edit(edited);
        }
        return switch (decision.word()) {
            case "deny" -> approval.deny(decision.reason());
            case "chat" -> approval.allowAlone(Approval.Reach.CHAT);
            case "tool" -> {
                // Kept before the call goes on, so that who looks then finds it.
                boolean ignored = calls.remembered().tool(approval.request());
                yield approval.allow(Approval.Reach.ONCE);
            }
            case "server" -> {
                // The page knows what it shows whole and in which cards somebody writes: it answers the others itself.
                boolean first = approval.allowAlone(Approval.Reach.ALWAYS_SERVER);
                calls.remembered().changed();
                yield first;
            }
            default -> approval.allow(Approval.Reach.ONCE);
        };
    }

    private void done(CallRecord record) {
        var card = cards.remove(record.id());
        if (card != null) {
            approvals.withdraw(card);
        }
        shown.find(record.id()).ifPresent(call -> {
            if (!call.over()) {
                var state = switch (record.status()) {
                    case DENIED -> Call.State.DENIED;
                    case CANCELLED, NOT_RUN -> Call.State.CANCELLED;
                    case TIMED_OUT -> Call.State.TIMEOUT;
                    default -> Call.State.FAILED;
                };
                calls.end(
                        call,
                        state,
                        record.status().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        String.valueOf(record.error()));
            }
        });
        changed.run();
    }

    private void finished(Outcome outcome) {
        switch (outcome) {
            case Outcome.Answered(var text, var end) -> {
                if (end.reason() == ReplyEnd.Reason.LENGTH) {
                    chat.add(ChatItem.note("warning", "The answer became too long and was cut off."));
                } else if (end.reason() == ReplyEnd.Reason.REFUSED) {
                    chat.add(ChatItem.note("warning", "The model will not say this. " + end.detail()));
                }
            }
            case Outcome.OutOfBudget(var limit, var words) -> {
                var item = ChatItem.of("limit", "Stopped: %s.".formatted(words));
                chat.add(item);
            }
            case Outcome.Stopped() -> chat.add(ChatItem.note("info", "Stopped."));
            case Outcome.Failed(var words, var cause) -> {
                if (cause != null) {
                    LOG.log(Level.WARNING, "A model did not answer", cause);
                }
                chat.add(ChatItem.note("error", words));
            }
        }
    }
}
