package dev.fairlead.host.config;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in words what a configuration says beside how its server is reached, as far as it differs from the usual. */
final class SettingsDescription {
    private final List<String> lines;

    private SettingsDescription(List<String> lines) {
        this.lines = lines;
    }

    static void add(ServerConfig config, List<String> lines) {
        var settings = new SettingsDescription(lines);
        settings.running(config);
        settings.tools(config.tools());
        if (config.description() != null) {
            settings.line("says of itself", Shown.text(config.description()));
        }
        if (!config.ignored().isEmpty()) {
            settings.line(
                    "says without effect",
                    config.ignored().stream().map(Shown::text).collect(Collectors.joining(", ")));
        }
    }

    private void line(String what, String text) {
        lines.add(what + ": " + text);
    }

    private void running(ServerConfig config) {
        if (config.pool() > 1) {
            line("as often at once", Integer.toString(config.pool()));
        }
        if (config.concurrency() != ServerConfig.USUAL_CONCURRENCY) {
            line("calls at once in each", Integer.toString(config.concurrency()));
        }
        if (config.sharing() != ServerConfig.Sharing.USUAL) {
            line("shared by", config.sharing() == ServerConfig.Sharing.ALL ? "everybody" : "nobody");
        }
        if (config.start() == ServerConfig.StartMode.LAZY) {
            line("starts", "when it is first used");
        }
        if (config.required()) {
            line("required", "yes");
        }
        limit("may take to become ready", config.startupTimeout());
        limit("calls may be silent for", config.requestTimeout());
    }

    private void tools(ToolRules rules) {
        rules.include().forEach(pattern -> line("offers only the tools", Shown.text(pattern)));
        rules.exclude().forEach(pattern -> line("never offers the tools", Shown.text(pattern)));
        rules.single().forEach((tool, rule) -> {
            var name = "tool " + Shown.text(tool);
            if (!rule.enabled()) {
                line(name, "is not offered");
            }
            if (rule.alias() != null) {
                line(name, "is offered as " + Shown.text(rule.alias()));
            }
            if (rule.readsOnly()) {
                line(name, "is said to change nothing");
            }
            limit(name + " may take", rule.timeout());
        });
    }

    private void limit(String what, @Nullable Duration limit) {
        if (limit != null) {
            line(what, "%s ms".formatted(limit.toMillis()));
        }
    }
}
