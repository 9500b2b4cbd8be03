package dev.fairlead.rules;

import dev.fairlead.testkit.EachEra;
import dev.fairlead.testkit.Verifies;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Citations of every kind, for {@link CoverageTest} to find. Not run by itself. */
@Verifies("X-1")
class Cited {

    @Test
    @Verifies({"X-2", "X-3"})
    void annotated() {}

    @EachEra
    @Tag("X-4")
    @Tag("slow")
    void tagged() {}

    @Verifies("Y-1")
    void notATest() {}

    @Test
    @Disabled("for the sake of the test")
    @Verifies("Y-2")
    void switchedOff() {}

    @Nested
    class Inner {

        @Test
        @Tag("X-5")
        void inside() {}
    }

    @Nested
    @Disabled("for the sake of the test")
    class Off {

        @Test
        @Tag("Y-3")
        void inside() {}
    }

    @Verifies("Y-4")
    static final class Empty {}
}
