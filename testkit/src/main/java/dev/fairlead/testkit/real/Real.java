package dev.fairlead.testkit.real;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks tests against authorization servers of others: they need Node.js, and are skipped loudly where there is none. */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SuppressWarnings("exports") // Whoever runs tests has JUnit; whoever does not, needs it not.
@Tag("interop")
@Timeout(120)
@ExtendWith(NeedsNode.class)
public @interface Real {}
