/** The console as a person sees it: its page in a real browser, its real backend, and servers to connect. */
@NullMarked
package dev.fairlead.browser;

import org.jspecify.annotations.NullMarked;
