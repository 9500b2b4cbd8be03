package dev.fairlead.agent.provider;

/** What came from a provider is no answer that can be read. */
final class BadReplyException extends Exception {
    private static final long serialVersionUID = 1L;

    BadReplyException(String what) {
        super(what);
    }
}
