/** What happens in a host, as a bounded and redacted stream of values. */
@NullMarked
package dev.fairlead.host.event;

import org.jspecify.annotations.NullMarked;
