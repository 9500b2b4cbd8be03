/** Verbs about logging in. */
@NullMarked
package dev.fairlead.cli.login;

import org.jspecify.annotations.NullMarked;
