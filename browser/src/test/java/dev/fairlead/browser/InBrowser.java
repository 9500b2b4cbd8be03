package dev.fairlead.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks tests in a browser. A test gets a {@link Bench} with a console of its own and a {@link Visitor} with a profile of
 * its own; one browser serves them all. Where there is no Chromium, they are skipped loudly.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("browser")
@Timeout(240)
@ExtendWith(BrowserExtension.class)
@interface InBrowser {}
