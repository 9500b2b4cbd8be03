/** The records of MCP: what servers offer, what they may ask, and what either side says of itself. */
@NullMarked
package dev.fairlead.protocol;

import org.jspecify.annotations.NullMarked;
