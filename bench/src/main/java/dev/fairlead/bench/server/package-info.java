/** Servers that answer with ready-made bytes, so that the client is what is measured. */
@NullMarked
package dev.fairlead.bench.server;

import org.jspecify.annotations.NullMarked;
