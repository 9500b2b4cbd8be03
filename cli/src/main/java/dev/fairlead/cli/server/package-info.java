/** Verbs about configured servers: how they stand, and what may be started. */
@NullMarked
package dev.fairlead.cli.server;

import org.jspecify.annotations.NullMarked;
