package dev.fairlead.cli.chat;

import dev.fairlead.agent.Outcome;
import dev.fairlead.cli.frame.Attempt;
import dev.fairlead.cli.frame.ExitCode;
import dev.fairlead.cli.frame.UsageException;
import dev.fairlead.cli.frame.Visit;
import dev.fairlead.protocol.error.CallCancelledException;

/** {@code --once}: a question and its answer, for scripts. */
record OneQuestion(Chat chat, Visit visit) {

    ExitCode ask(Attempt attempt, String question) {
        var line = new ChatLine(chat, visit);
        var meant = line.meant(question.strip());
        if (meant.isEmpty() && visit.printsJson()) {
            throw new UsageException("'%s' asks the model nothing, so that there is nothing to tell about it"
                    .formatted(question.strip()));
        }
        if (meant.isEmpty()) {
            return line.isMistaken() ? ExitCode.USAGE : ExitCode.OK;
        }
        var before = chat.transcript();
        var finished = chat.ask(meant.get(), new ChatView(visit, chat.person()));
        if (finished.outcome() instanceof Outcome.Stopped) {
            throw new CallCancelledException("chatting", chat.model().name().toString(), false);
        }
        var report = new ChatReport(
                chat.model().name(), before, finished, chat.obstacle().orElse(null), visit);
        visit.printer().print(attempt, report);
        return ExitCode.of(report.failure());
    }
}
