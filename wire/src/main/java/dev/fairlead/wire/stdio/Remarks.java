package dev.fairlead.wire.stdio;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** What is said in the log about processes. */
final class Remarks {
    private Remarks() {}

    static void debug(String remark, Throwable cause) {
        log().log(Level.DEBUG, remark, cause);
    }

    static void warn(String remark, Throwable cause) {
        log().log(Level.WARNING, remark, cause);
    }

    /** Asked for late, because the first log of a JVM costs as much as starting a server. */
    private static Logger log() {
        return System.getLogger(Remarks.class.getPackageName());
    }
}
