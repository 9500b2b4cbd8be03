package dev.fairlead.store;

import java.sql.SQLException;

/** Failures without what drivers add to them: the rows and values that were affected, which may be secret. */
final class Plain {
    private Plain() {}

    static SQLException of(SQLException failure) {
        var plain = new SQLException(
                firstLine(String.valueOf(failure.getMessage())), failure.getSQLState(), failure.getErrorCode());
        plain.setStackTrace(failure.getStackTrace());
        return plain;
    }

    /** Returns the first line, without the full stop that would end the sentence of which it becomes a part. */
    static String firstLine(String text) {
        return text.lines().findFirst().orElse("").strip().replaceFirst("\\.$", "");
    }
}
