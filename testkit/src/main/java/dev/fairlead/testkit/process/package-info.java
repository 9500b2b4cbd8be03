/** Programs that a test starts, watches and ends. */
@NullMarked
package dev.fairlead.testkit.process;

import org.jspecify.annotations.NullMarked;
