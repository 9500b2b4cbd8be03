package dev.fairlead.cli.text;

import java.util.Map;
import java.util.Set;

/**
 * How text looks somewhere.
 *
 * @param colour whether meanings become colours and emphasis
 * @param hyperlinks whether addresses can be clicked
 * @param unicode whether signs beyond ASCII can be drawn
 */
public record Theme(boolean colour, boolean hyperlinks, boolean unicode) {
    /** Text as it is. */
    public static final Theme PLAIN = new Theme(false, false, true);

    private static final Set<String> OFF = Set.of("0", "false");
    private static final Set<String> CLICKABLE = Set.of("iTerm.app", "WezTerm", "ghostty", "vscode", "Hyper");
    private static final int FIRST_CLICKABLE_VTE = 5000;

    /** Returns the theme for where text goes. */
    public static Theme of(ColourChoice choice, boolean terminal, Map<String, String> environment, boolean unicode) {
        boolean colour = switch (choice) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO -> wantsColour(terminal, environment);
        };
        return new Theme(colour, colour && terminal && canClick(environment), unicode);
    }

    /** Returns what a cut text ends in. */
    public String ellipsis() {
        return glyphs().ellipsis();
    }

    Glyphs glyphs() {
        return unicode ? Glyphs.UNICODE : Glyphs.ASCII;
    }

    private static boolean wantsColour(boolean terminal, Map<String, String> environment) {
        if (!value(environment, "NO_COLOR").isEmpty()) {
            return false;
        }
        var force = value(environment, "FORCE_COLOR");
        if (isOn(force) || isOn(value(environment, "CLICOLOR_FORCE"))) {
            return true;
        }
        return terminal
                && force.isEmpty()
                && !value(environment, "CLICOLOR").equals("0")
                && !value(environment, "TERM").equals("dumb");
    }

    private static boolean isOn(String value) {
        return !value.isEmpty() && !OFF.contains(value);
    }

    private static boolean canClick(Map<String, String> environment) {
        if (isMultiplexed(environment)) {
            return false;
        }
        return CLICKABLE.contains(value(environment, "TERM_PROGRAM"))
                || environment.containsKey("KITTY_WINDOW_ID")
                || environment.containsKey("WT_SESSION")
                || isClickableVte(value(environment, "VTE_VERSION"));
    }

    private static boolean isClickableVte(String version) {
        return version.matches("\\d{4,6}") && Integer.parseInt(version) >= FIRST_CLICKABLE_VTE;
    }

    /** Whether a program between this one and the terminal reads what is meant for the terminal. */
    static boolean isMultiplexed(Map<String, String> environment) {
        var term = value(environment, "TERM");
        return environment.containsKey("TMUX")
                || environment.containsKey("STY")
                || term.startsWith("screen")
                || term.startsWith("tmux");
    }

    private static String value(Map<String, String> environment, String name) {
        return environment.getOrDefault(name, "");
    }
}
