/** Tests over all modules and over the sources themselves. */
@NullMarked
package dev.fairlead.rules;

import org.jspecify.annotations.NullMarked;
