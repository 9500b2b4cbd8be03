package dev.fairlead.testkit;

import dev.fairlead.protocol.Era;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A test that takes an {@link Era} and is run once for each. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@SuppressWarnings("exports") // Whoever runs tests has JUnit; whoever does not, needs it not.
@ParameterizedTest(name = "{0}")
@EnumSource(Era.class)
public @interface EachEra {}
