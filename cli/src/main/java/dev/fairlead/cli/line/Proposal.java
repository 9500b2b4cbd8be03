package dev.fairlead.cli.line;

/**
 * What a word may become that is being typed.
 *
 * @param value the whole word
 * @param about what it is; empty for nothing to say
 * @param open whether more has to be typed right behind it
 */
public record Proposal(String value, String about, boolean open) {

    /** Proposes a word of which there is nothing to say. */
    public static Proposal of(String value) {
        return new Proposal(value, "", false);
    }
}
