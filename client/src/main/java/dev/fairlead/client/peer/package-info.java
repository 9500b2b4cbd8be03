/** One server, spoken to in the era it understands. */
@NullMarked
package dev.fairlead.client.peer;

import org.jspecify.annotations.NullMarked;
