/** The host under conditions: many servers, most of them bad, and servers that are killed while they are used. */
@NullMarked
package dev.fairlead.host.campaign;

import org.jspecify.annotations.NullMarked;
