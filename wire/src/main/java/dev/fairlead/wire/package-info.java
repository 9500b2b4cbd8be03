/** The primitive of every connection: a request goes out, messages about it come in, a response ends it. */
@NullMarked
package dev.fairlead.wire;

import org.jspecify.annotations.NullMarked;
