package dev.fairlead.host.config;

import java.nio.file.Path;
import java.util.Locale;

/** How the text of a configuration is to be read. */
enum Format {
    /** With comments and trailing commas, which none of the files needs but many have. */
    JSON("JSON", "a comma, a bracket or a quotation mark is missing or too many"),
    YAML("YAML", "check the indentation, and that there are no tabs"),
    TOML("TOML", "check the table headers, the equals signs and the quotation marks");

    private final String title;
    private final String advice;

    Format(String title, String advice) {
        this.title = title;
        this.advice = advice;
    }

    static Format of(Path file) {
        var name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".toml")) {
            return TOML;
        }
        return name.endsWith(".yaml") || name.endsWith(".yml") ? YAML : JSON;
    }

    String title() {
        return title;
    }

    String advice() {
        return advice;
    }
}
