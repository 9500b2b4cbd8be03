/** What is done to texts of others before anybody is shown them. */
@NullMarked
package dev.fairlead.console.text;

import org.jspecify.annotations.NullMarked;
