package dev.fairlead.cli.doctor;

import dev.fairlead.cli.doctor.Check.State;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import dev.fairlead.cli.text.Column;
import dev.fairlead.cli.text.Role;
import dev.fairlead.cli.text.StyledText;
import dev.fairlead.cli.text.Table;
import dev.fairlead.protocol.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is wrong, and what to do.
 *
 * @param charts what was found out, about the machine first
 */
record Diagnosis(List<Chart> charts) implements Outcome {

    Diagnosis {
        charts = List.copyOf(charts);
    }

    @Override
    public void show(Page page) {
        boolean first = true;
        for (var chart : charts) {
            if (!first) {
                page.line("");
            }
            first = false;
            page.table(Table.of(Column.cut("")).row(StyledText.of(chart.subject(), Role.HEADING)));
            page.table(table(chart));
        }
        if (failure() == null) {
            long warnings = charts.stream()
                    .flatMap(chart -> chart.checks().stream())
                    .filter(check -> check.state() == State.WARNING)
                    .count();
            page.line("");
            page.line(warnings == 0 ? "nothing is wrong" : "nothing is broken; %s to look at".formatted(warnings));
        }
    }

    private static Table table(Chart chart) {
        var table = Table.of(Column.whole(""), Column.whole(""), Column.wrapped(""));
        for (var check : shown(chart.checks())) {
            table.row(mark(check.state()), StyledText.of(check.name(), Role.NAME), StyledText.of(check.seen()));
            for (var detail : check.state() == State.OK ? List.<String>of() : newDetails(check)) {
                table.row(StyledText.EMPTY, StyledText.EMPTY, StyledText.of(detail, Role.FAINT));
            }
            if (check.remedy() != null) {
                table.row(StyledText.EMPTY, StyledText.EMPTY, StyledText.of("-> " + check.remedy(), Role.STRONG));
            }
        }
        return table;
    }

    /** Returns the details that were not said already. */
    private static List<String> newDetails(Check check) {
        return check.details().stream()
                .filter(detail -> !check.seen().contains(detail.replaceFirst("^stderr: ", "")))
                .toList();
    }

    /** Takes together what was not tried for the same reason. */
    private static List<Check> shown(List<Check> checks) {
        var shown = new ArrayList<Check>();
        var names = new ArrayList<String>();
        for (int at = 0; at < checks.size(); at++) {
            var check = checks.get(at);
            var next = at + 1 < checks.size() ? checks.get(at + 1) : null;
            names.add(check.name());
            boolean goesOn = next != null
                    && check.state() == State.SKIPPED
                    && next.state() == State.SKIPPED
                    && next.seen().equals(check.seen());
            if (!goesOn) {
                shown.add(
                        names.size() == 1
                                ? check
                                : Check.skipped(
                                        "%s more".formatted(names.size()),
                                        "%s (%s)".formatted(check.seen(), String.join(", ", names))));
                names.clear();
            }
        }
        return shown;
    }

    private static StyledText mark(State state) {
        var word = "  " + state.word();
        return switch (state) {
            case OK -> StyledText.of(word, Role.GOOD);
            case WARNING -> StyledText.of(word, Role.WARNING);
            case FAILED -> StyledText.of(word, Role.BAD);
            case SKIPPED -> StyledText.of(word, Role.FAINT);
        };
    }

    @Override
    public void tell(ObjectNode document) {
        var verdict = cause();
        document.put("healthy", verdict == null);
        if (verdict == null) {
            document.putNull("verdict");
        } else {
            var check = verdict.cause().orElseThrow();
            document.putObject("verdict")
                    .put("subject", verdict.subject())
                    .put("check", check.name())
                    .put("cause", check.seen())
                    .put("remedy", check.remedy());
        }
        var subjects = document.putArray("subjects");
        for (var chart : charts) {
            var subject = subjects.addObject()
                    .put("kind", chart.isServer() ? "server" : "machine")
                    .put("name", chart.subject())
                    .put("healthy", chart.cause().isEmpty());
            var checks = subject.putArray("checks");
            chart.checks().forEach(check -> checks.add(json(check)));
        }
    }

    private static ObjectNode json(Check check) {
        var json = Json.object()
                .put("name", check.name())
                .put("state", check.state().word())
                .put("seen", check.seen())
                .put("remedy", check.remedy());
        var details = json.putArray("details");
        check.details().forEach(details::add);
        return json;
    }

    @Override
    public @Nullable Failure failure() {
        var sick = cause();
        if (sick == null) {
            return null;
        }
        var check = sick.cause().orElseThrow();
        var blamed = Objects.requireNonNull(check.failure());
        return new Failure(
                blamed.exitCode(),
                blamed.type(),
                (sick.isServer() && charts.size() > 1 ? "server '%s': ".formatted(sick.subject()) : "")
                        + check.sentence(),
                blamed.details(),
                blamed.cause());
    }

    /** What to do stands in the chart already. */
    @Override
    public String complaint(Failure failure) {
        var sick = cause();
        return sick == null
                ? failure.message()
                : "%s: %s failed; its line says what to do"
                        .formatted(sick.subject(), sick.cause().orElseThrow().name());
    }

    private @Nullable Chart cause() {
        return charts.stream()
                .filter(chart -> chart.cause().isPresent())
                .findFirst()
                .orElse(null);
    }
}
