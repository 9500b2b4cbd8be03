package dev.fairlead.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the requirements that a test, or all tests of a class, prove. */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Verifies {

    /** Returns the ids of the requirements, such as {@code C-7}. */
    String[] value();
}
