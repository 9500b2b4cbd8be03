@NullMarked
package dev.fairlead.console;

import org.jspecify.annotations.NullMarked;
