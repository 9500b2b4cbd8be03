/** Logging in to servers. */
@NullMarked
package dev.fairlead.console.login;

import org.jspecify.annotations.NullMarked;
