package dev.fairlead.store;

/** What is attempted on a store, in the words of what is said when it fails. */
enum Deed {
    READ("could not be read"),
    WRITE("could not be written"),
    LEASE("could not be leased"),
    END_LEASE("could not be told that a lease ended, which it will notice by itself");

    private final String words;

    Deed(String words) {
        this.words = words;
    }

    String failed() {
        return words;
    }

    /** Says that it failed again, after a first attempt whose end is unknown. */
    String failedAgain() {
        return this == WRITE ? words + ", or was, but could not say so" : words;
    }
}
