/** Traffic with a server, kept in a file and served again as a test double. */
@NullMarked
package dev.fairlead.host.recording;

import org.jspecify.annotations.NullMarked;
