package dev.fairlead.protocol;

/** A JSON value that is not what it should be; callers turn it into a failure that names the server. */
public final class BadShape extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadShape(String problem) {
        super(problem);
    }

    @Override
    public String getMessage() {
        return java.util.Objects.requireNonNull(super.getMessage());
    }
}
