/** Every way in which Fairlead can fail, in one folder. */
@NullMarked
package dev.fairlead.protocol.error;

import org.jspecify.annotations.NullMarked;
