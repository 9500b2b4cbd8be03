/** What the page may ask for, and how it is answered. */
@NullMarked
package dev.fairlead.console.api;

import org.jspecify.annotations.NullMarked;
