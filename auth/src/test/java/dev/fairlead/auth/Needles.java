package dev.fairlead.auth;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The beginnings of secrets in every form in which they travel, to be found in any text. */
final class Needles {
    private static final int LENGTH = 20;
    private static final int SHORTEST_SECRET = 24;
    private static final int FIRST = 4;
    private static final int MASK = 0xffff;

    private final Map<String, EnumSet<Secret>> needles = new HashMap<>();
    // Nearly every place in a text is ruled out by a look at four letters.
    private final BitSet firsts = new BitSet(MASK + 1);

    /** Tells whether a value is worth looking for; shorter ones are found everywhere, and come from those who lie. */
    static boolean isSecret(String value) {
        return value.length() >= SHORTEST_SECRET;
    }

    /** Looks for a secret from now on, and for what is made of it on the way. */
    void add(Secret kind, String value) {
        if (!isSecret(value)) {
            return;
        }
        var signed = value.split("[.]", -1);
        if (value.startsWith("eyJ") && signed.length >= 3) {
            // All that is signed begins alike.
            addForms(kind, signed[1].substring(signed[1].length() / 2));
            addForms(kind, signed[2]);
        } else {
            addForms(kind, value);
        }
    }

    private void addForms(Secret kind, String secret) {
        for (var text : List.of(secret, URLEncoder.encode(secret, StandardCharsets.UTF_8))) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            needle(kind, text);
            needle(kind, HexFormat.of().formatHex(bytes));
            for (int before = 0; before < 3; before++) {
                needle(kind, inside(Base64.getEncoder(), bytes, before));
                needle(kind, inside(Base64.getUrlEncoder(), bytes, before));
            }
        }
    }

    /** Returns what is the same in the Base64 of every text that holds these bytes after so many others. */
    private static String inside(Base64.Encoder encoder, byte[] bytes, int before) {
        var padded = new byte[bytes.length + before];
        System.arraycopy(bytes, 0, padded, before, bytes.length);
        int whole = padded.length - padded.length % 3;
        return encoder.encodeToString(Arrays.copyOf(padded, whole)).substring(before == 0 ? 0 : before + 1);
    }

    private void needle(Secret kind, String text) {
        if (text.length() >= LENGTH) {
            var needle = text.substring(0, LENGTH);
            needles.computeIfAbsent(needle, unused -> EnumSet.noneOf(Secret.class))
                    .add(kind);
            firsts.set(hash(needle, 0));
        } else {
            throw new IllegalArgumentException("too short to be looked for: a " + kind);
        }
    }

    /** Returns the secrets in a text, each with the words around it. */
    Map<Secret, String> in(String text) {
        var found = new HashMap<Secret, String>();
        for (int at = 0; at + LENGTH <= text.length(); at++) {
            if (firsts.get(hash(text, at))) {
                for (var kind : needles.getOrDefault(text.substring(at, at + LENGTH), EnumSet.noneOf(Secret.class))) {
                    var around = text.substring(Math.max(0, at - 100), Math.min(text.length(), at + LENGTH));
                    found.putIfAbsent(kind, around);
                }
            }
        }
        return found;
    }

    private static int hash(String text, int at) {
        int hash = 0;
        for (int i = at; i < at + FIRST; i++) {
            hash = hash * 37 + text.charAt(i);
        }
        return hash & MASK;
    }
}
