/** What the page is told as it happens. */
@NullMarked
package dev.fairlead.console.event;

import org.jspecify.annotations.NullMarked;
