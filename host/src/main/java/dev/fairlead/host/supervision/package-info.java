/** Keeping one server running: its states, and who moves it from one to the next. */
@NullMarked
package dev.fairlead.host.supervision;

import org.jspecify.annotations.NullMarked;
