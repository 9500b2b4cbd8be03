package dev.fairlead.cli.text;

import dev.fairlead.protocol.rpc.Json;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * How values and names that others chose are typed, as {@code NAME=VALUE}. A value that begins with {@code @} names a file
 * there, which would be sent: so nothing of that form is proposed, listed or told.
 */
public final class TypedValue {
    private TypedValue() {}

    /** Tells whether a text means nothing but itself behind {@code NAME=}. */
    public static boolean isPlain(String text) {
        return !text.isEmpty() && !text.startsWith("@") && text.equals(text.strip());
    }

    /** Tells whether what stands before {@code =} is taken for this name, and for no option. */
    public static boolean isName(String name) {
        return !name.isEmpty() && !name.startsWith("-") && name.indexOf('=') < 0 && !name.endsWith(":");
    }

    /** Returns a text that can be chosen as a shell is told it: as it is, or as JSON where it does not mean itself. */
    public static String of(String text) {
        return isPlain(text) ? ShellWord.of(text) : json(text);
    }

    /** Returns a text as a shell is told it behind {@code NAME:=}. */
    public static String json(String text) {
        return ShellWord.of(Json.write(JsonNodeFactory.instance.stringNode(text)));
    }
}
