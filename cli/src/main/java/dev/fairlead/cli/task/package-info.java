/** The verb about work that servers go on with after they have answered. */
@NullMarked
package dev.fairlead.cli.task;

import org.jspecify.annotations.NullMarked;
