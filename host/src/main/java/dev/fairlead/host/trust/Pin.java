package dev.fairlead.host.trust;

/** How a definition compares with the one that was approved. */
public sealed interface Pin {

    /** None was approved yet. */
    record Unknown() implements Pin {}

    /** It is the approved one, to the last byte. */
    record Same() implements Pin {}

    /**
     * Another one was approved.
     *
     * @param approved the hash of that one
     */
    record Changed(String approved, DefinitionDiff diff) implements Pin {}
}
