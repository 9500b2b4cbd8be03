/** What holds for the command as it is packaged. */
@NullMarked
package dev.fairlead.dist;

import org.jspecify.annotations.NullMarked;
