package dev.fairlead.cli.chat;

import dev.fairlead.agent.AgentEvent;
import dev.fairlead.agent.Outcome;
import dev.fairlead.agent.ServerQuestion;
import dev.fairlead.agent.model.Part;
import dev.fairlead.cli.frame.ContentText;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.cli.text.StyledText;
import java.util.Base64;
import java.util.List;

/** Shows people what happens in a chat: the model's words as the answer, everything else beside it. */
final class ChatView {
    private final Visit visit;
    private final ChatPerson person;
    private final MarkdownStream words;

    ChatView(Visit visit, ChatPerson person) {
        this.visit = visit;
        this.person = person;
        this.words = visit.surroundings().screen().isOutputTerminal()
                ? MarkdownStream.ofBlocks(this::say)
                : MarkdownStream.ofLines(this::say);
    }

    void show(AgentEvent event) {
        switch (event) {
            case AgentEvent.StepBegan step -> visit.narrator().begins("thinking");
            case AgentEvent.TextDelta(var text) -> words.add(text);
            case AgentEvent.ThinkingDelta thought -> {}
            case AgentEvent.MediaShown(Part.Media media) -> picture(media);
            case AgentEvent.ToolAsked asked -> {
                words.finish();
                beside(CallCard.asked(asked));
                visit.narrator().begins("calling " + asked.tool());
            }
            case AgentEvent.ApprovalNeeded(var approval) -> person.decide(approval);
            case AgentEvent.QuestionAsked(ServerQuestion.Sampling sampling) -> person.decide(sampling);
            // Forms and pages are asked about where they are asked about in any other verb.
            case AgentEvent.QuestionAsked(var question) -> question.decline();
            case AgentEvent.ToolProgressed(var id, var progress) ->
                visit.narrator().aboutCall().progress(progress);
            case AgentEvent.ToolDone(var record, var told) -> beside(CallCard.done(record));
            case AgentEvent.ToolLeftOut(var name, var reason) ->
                visit.warn("the model is not told of tool '%s': %s".formatted(name, reason));
            case AgentEvent.MediaLeftOut(var reason) ->
                visit.warn("the model is asked again without pictures and documents: %s".formatted(reason));
            case AgentEvent.UsageReported usage -> {}
            case AgentEvent.Finished finished -> {
                words.finish();
                visit.narrator().ends();
                if (finished.outcome() instanceof Outcome.Answered answered
                        && AnswerEnd.trouble(answered).isEmpty()) {
                    AnswerEnd.remark(answered).ifPresent(visit::warn);
                }
            }
        }
    }

    private void picture(Part.Media media) {
        words.finish();
        visit.printer().now(page -> {
            if (!shown(media, page)) {
                page.remark("the model shows something: %s, %s"
                        .formatted(
                                Sanitizer.line(media.mimeType()),
                                ContentText.size(ContentText.decodedLength(media.base64()))));
            }
        });
    }

    private static boolean shown(Part.Media media, Page page) {
        try {
            return page.isTerminal() && page.picture(Base64.getDecoder().decode(media.base64()));
        } catch (IllegalArgumentException garbled) {
            return false;
        }
    }

    private void say(String block) {
        visit.printer().now(page -> page.prose(block));
    }

    private void beside(List<StyledText> lines) {
        if (!visit.printsJson()) {
            visit.narrator().show(lines);
        }
    }
}
