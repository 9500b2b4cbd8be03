package dev.fairlead.bench.server;

import java.io.IOException;

/** Where lines are written to, piece by piece. */
interface LineOutput {

    /** Adds some bytes to the line. */
    void append(byte[] bytes, int offset, int length) throws IOException;

    /** Tells that a line is complete. */
    void lineEnds();

    /** Tells that nothing follows at once. */
    void flush() throws IOException;
}
