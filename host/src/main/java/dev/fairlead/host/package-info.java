/** Many servers, one catalogue, supervised. */
@NullMarked
package dev.fairlead.host;

import org.jspecify.annotations.NullMarked;
