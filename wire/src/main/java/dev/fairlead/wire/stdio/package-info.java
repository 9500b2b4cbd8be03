/** Servers that run as child processes: how they are started, spoken to over their standard streams, and ended. */
@NullMarked
package dev.fairlead.wire.stdio;

import org.jspecify.annotations.NullMarked;
