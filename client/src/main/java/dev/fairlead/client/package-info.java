/** One connection to one server, typed and blind to eras. */
@NullMarked
package dev.fairlead.client;

import org.jspecify.annotations.NullMarked;
