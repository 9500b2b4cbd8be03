package dev.fairlead.cli.text;

import java.io.PrintStream;
import java.util.Base64;
import java.util.Map;

/** Shows pictures where a terminal can. */
public final class Pictures {
    private static final int CHUNK = 4096;
    private static final String START = "\u001b_G";
    private static final String END = "\u001b\\";
    /** About how many pixels a column has. */
    private static final int COLUMN = 10;

    /** How a terminal is told to show a picture. */
    public enum Protocol {
        /** It cannot. */
        NONE,
        /** As kitty does, which knows PNG only. */
        KITTY,
        /** As iTerm2 does. */
        ITERM
    }

    private Pictures() {}

    /** Returns what a terminal understands, by the variables that it sets. */
    public static Protocol protocol(boolean terminal, Map<String, String> environment) {
        if (!terminal || Theme.isMultiplexed(environment)) {
            return Protocol.NONE;
        }
        var term = environment.getOrDefault("TERM", "");
        if (environment.containsKey("KITTY_WINDOW_ID") || term.equals("xterm-kitty") || term.equals("xterm-ghostty")) {
            return Protocol.KITTY;
        }
        return switch (environment.getOrDefault("TERM_PROGRAM", "")) {
            case "ghostty" -> Protocol.KITTY;
            case "iTerm.app", "WezTerm" -> Protocol.ITERM;
            default -> Protocol.NONE;
        };
    }

    /** Shows a picture; returns false, having written nothing, where it is none or the terminal cannot. */
    public static boolean show(byte[] bytes, Protocol protocol, int columns, PrintStream out) {
        var picture = Picture.of(bytes).filter(one -> one.isModest(bytes));
        if (protocol == Protocol.NONE
                || picture.isEmpty()
                || (protocol == Protocol.KITTY && picture.get().format() != Picture.Format.PNG)) {
            return false;
        }
        out.print(protocol == Protocol.KITTY ? kitty(bytes, picture.get().width(), columns) : iterm(bytes));
        out.print("\n");
        out.flush();
        return true;
    }

    private static String kitty(byte[] bytes, int pixels, int columns) {
        var data = Base64.getEncoder().encodeToString(bytes);
        var text = new StringBuilder(data.length() + data.length() / 100);
        for (int at = 0; at < data.length(); at += CHUNK) {
            int end = Math.min(data.length(), at + CHUNK);
            text.append(START);
            if (at == 0) {
                text.append("a=T,f=100,q=2,"); // Quiet, or the terminal's answer would be read as typed.
                text.append(pixels > (long) columns * COLUMN ? "c=" + columns + "," : "");
            }
            text.append("m=").append(end < data.length() ? 1 : 0).append(';');
            text.append(data, at, end).append(END);
        }
        return text.toString();
    }

    private static String iterm(byte[] bytes) {
        return "\u001b]1337;File=inline=1;preserveAspectRatio=1;size=" + bytes.length + ":"
                + Base64.getEncoder().encodeToString(bytes) + "\u0007";
    }
}
