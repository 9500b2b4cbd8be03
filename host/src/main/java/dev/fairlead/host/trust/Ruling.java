package dev.fairlead.host.trust;

/**
 * What all standing decisions together say about a call.
 *
 * @param voided whether permission was given for another definition of this tool
 * @param ofTool whether that was said of the tool itself, so that no decision about its server changes it
 */
record Ruling(Kind kind, boolean voided, boolean ofTool) {

    Ruling(Kind kind, boolean voided) {
        this(kind, voided, false);
    }

    /** What they say. */
    enum Kind {
        /** Somebody forbade it. */
        DENIED,
        /** This definition was allowed. */
        GRANTED,
        /** The server was allowed, whatever its tools; each is held to the definition of its first use. */
        TRUSTED,
        /** Somebody has to be asked. */
        ASK,
        /** Nothing. */
        NONE
    }

    /** What to do about a call. */
    enum Step {
        REFUSE,
        ADMIT,
        /** Admit if the definition can be pinned, since nothing was pinned yet. */
        PIN,
        ASK
    }

    /** Returns what follows for a definition that compares like this with the approved one. */
    Step step(Pin pin) {
        return switch (kind) {
            case DENIED -> Step.REFUSE;
            case ASK, NONE -> Step.ASK;
            case GRANTED, TRUSTED ->
                switch (pin) {
                    case Pin.Same same -> Step.ADMIT;
                    case Pin.Changed changed -> Step.ASK;
                    // Where another definition was allowed once, this is not the first one, whatever the pins forgot.
                    case Pin.Unknown unknown -> voided ? Step.ASK : Step.PIN;
                };
        };
    }

    /** Returns the same, with what holds where nobody decided. */
    Ruling orElse(Kind usual) {
        return kind == Kind.NONE ? new Ruling(usual, voided, ofTool) : this;
    }
}
