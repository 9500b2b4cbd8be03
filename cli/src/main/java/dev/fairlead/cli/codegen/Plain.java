package dev.fairlead.cli.codegen;

import dev.fairlead.protocol.rpc.Unseen;

/** Makes one line of visible characters of what a server says. */
final class Plain {

    private Plain() {}

    /** Returns the visible characters, with single spaces for everything else, at most so many of them. */
    static String text(String given, int most) {
        var text = new StringBuilder();
        boolean space = false;
        int i = 0;
        while (i < given.length() && text.length() < most) {
            int point = given.codePointAt(i);
            i += Character.charCount(point);
            if (!visible(point)) {
                space = !text.isEmpty();
            } else {
                text.append(space ? " " : "").appendCodePoint(point);
                space = false;
            }
        }
        return i < given.length() && !given.substring(i).isBlank() ? text + "..." : text.toString();
    }

    private static boolean visible(int point) {
        return point != ' ' && !Unseen.inName(point);
    }
}
