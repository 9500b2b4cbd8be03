package dev.fairlead.conformance.suite;

import tools.jackson.databind.JsonNode;

/**
 * One thing that the suite looked at.
 *
 * @param status {@code SUCCESS}, {@code FAILURE}, {@code WARNING}; or {@code INFO}, {@code SKIPPED}, which judge nothing
 * @param message what it says about a failure
 */
record Check(String id, String name, String status, String message) {

    /** Reads a check of the suite's results. */
    static Check from(JsonNode json) {
        var description = json.path("description").asString("");
        return new Check(
                json.path("id").asString(""),
                json.path("name").asString(""),
                json.path("status").asString(""),
                json.path("errorMessage").asString(description));
    }

    boolean passed() {
        return status.equals("SUCCESS");
    }

    boolean skipped() {
        return status.equals("SKIPPED");
    }

    /** Tells whether this is a failure; a warning is one, and so is a verdict that we do not know. */
    boolean failed() {
        return !passed() && !skipped() && !status.equals("INFO");
    }

    @Override
    public String toString() {
        return "%s %s (%s): %s".formatted(status, id, name, message);
    }
}
