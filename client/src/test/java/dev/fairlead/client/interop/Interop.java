package dev.fairlead.client.interop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks tests against published servers: they need Node.js, and are skipped loudly where there is none. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("interop")
@Timeout(180)
@ExtendWith(NeedsNode.class)
@interface Interop {}
