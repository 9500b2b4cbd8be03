/** What people do with the command, done to the built program. */
@NullMarked
package dev.fairlead.acceptance;

import org.jspecify.annotations.NullMarked;
