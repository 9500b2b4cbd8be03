/** Where things are kept: one small port, in memory, in a file, in PostgreSQL and in Redis. */
@NullMarked
package dev.fairlead.store;

import org.jspecify.annotations.NullMarked;
