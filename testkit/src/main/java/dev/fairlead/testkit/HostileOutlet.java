package dev.fairlead.testkit;

import java.io.IOException;

/** Where the hostile server writes, whatever carries it. */
interface HostileOutlet {

    /** Writes a line, all of it at once. */
    void line(String text) throws IOException;

    /** Writes a line that belongs to a request of the client that has not been answered, by its id. */
    default void lineFor(String request, String text) throws IOException {
        line(text);
    }

    /** Writes bytes, all of them at once. */
    void raw(byte[] bytes) throws IOException;

    /** Writes bytes in pieces, with nothing else between them. */
    void pieces(byte[] bytes, int size) throws IOException;

    /** Writes a line beside the messages. */
    void log(String text);

    /** Returns a step that writes, later and on another thread, to where this thread writes now. */
    default HostileStage.Step here(HostileStage.Step step) {
        return step;
    }
}
