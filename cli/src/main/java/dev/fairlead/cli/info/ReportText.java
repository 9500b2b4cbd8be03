package dev.fairlead.cli.info;

import dev.fairlead.cli.frame.Milliseconds;
import dev.fairlead.cli.info.ServerReport.Finding;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.protocol.Implementation;
import dev.fairlead.protocol.ServerProfile;
import dev.fairlead.protocol.rpc.Excerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes what was found out about a server, for people. */
public final class ReportText {
    private static final int MAX_LINES = 10;
    private static final int MAX_LINE = 300;
    private static final Map<String, String> WORDS = Map.of("resourceTemplates", "resource templates");

    private final List<String> lines = new ArrayList<>();

    private ReportText() {}

    /** Returns the lines of a report. */
    static List<String> of(String target, ServerReport report) {
        var text = new ReportText();
        var profile = report.profile();
        var who = profile.implementation();
        text.add("server", who == null ? "(does not say who it is)" : name(who));
        text.add("about", who == null ? null : who.description());
        text.add("website", who == null ? null : who.websiteUrl());
        text.add("target", target);
        text.add("protocol", "%s (%s)".formatted(profile.version(), era(profile)));
        text.add("transport", report.opening().transport());
        text.addAll("capabilities", Capabilities.words(profile.capabilities()));
        text.addAll("offers", report.lists().stream().map(ReportText::count).toList());
        text.addAll(
                "left out",
                report.leftOut().entrySet().stream()
                        .map(tool -> tool.getKey() + ": " + tool.getValue())
                        .toList());
        text.addAll(
                "tolerated",
                report.violations().entrySet().stream()
                        .map(kind -> "%s × %s".formatted(kind.getValue(), ReportJson.id(kind.getKey())))
                        .toList());
        text.addAll("instructions", instructions(profile.instructions()));
        text.addAll("opening", numbered(report.opening().steps()));
        text.add("timings", timings(report));
        return text.lines;
    }

    /** Returns in short who a server is and what it speaks. */
    static String identity(@Nullable ServerProfile profile) {
        if (profile == null) {
            return "unknown";
        }
        var who = profile.implementation();
        return "%s, MCP %s".formatted(who == null ? "(nameless)" : Sanitizer.line(name(who)), profile.version());
    }

    /** Returns the name of the era in which a server is spoken to. */
    static String era(ServerProfile profile) {
        return profile.era().name().toLowerCase(Locale.ROOT);
    }

    private static String name(Implementation who) {
        var title = who.title() == null || who.title().equals(who.name()) ? "" : " (%s)".formatted(who.title());
        return who.name() + " " + who.version() + title;
    }

    private static String count(Finding list) {
        var what = WORDS.getOrDefault(list.what(), list.what());
        var failure = list.failure();
        if (failure != null) {
            return "%s, which it does not list: %s".formatted(what, failure.message());
        }
        boolean one = Integer.valueOf(1).equals(list.count());
        return "%s %s".formatted(list.count(), one ? what.substring(0, what.length() - 1) : what);
    }

    private static List<String> instructions(@Nullable String text) {
        return text == null
                ? List.of()
                : text.lines().filter(line -> !line.isBlank()).toList();
    }

    private static List<String> numbered(List<String> steps) {
        var numbered = new ArrayList<String>();
        steps.forEach(step -> numbered.add("%s. %s".formatted(numbered.size() + 1, step)));
        return numbered;
    }

    private static String timings(ServerReport report) {
        return Stream.concat(
                        Stream.of(
                                "connect " + Milliseconds.text(report.opening().took())),
                        Stream.concat(Stream.of(report.ping()), report.lists().stream())
                                .map(one -> WORDS.getOrDefault(one.what(), one.what()) + " "
                                        + (one.took() == null ? "failed" : Milliseconds.text(one.took()))))
                .collect(Collectors.joining(", "));
    }

    private void add(String what, @Nullable String words) {
        if (words != null && !words.isBlank()) {
            lines.add("%-12s  %s".formatted(what, Excerpt.of(Sanitizer.line(words), MAX_LINE)));
        }
    }

    private void addAll(String what, List<String> each) {
        var heading = what;
        for (var words : each.subList(0, Math.min(each.size(), MAX_LINES))) {
            add(heading, words);
            heading = "";
        }
        if (each.size() > MAX_LINES) {
            add("", "… (%s more lines; --json has them all)".formatted(each.size() - MAX_LINES));
        }
    }
}
