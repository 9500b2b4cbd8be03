/** Where the models of a console come from. */
@NullMarked
package dev.fairlead.console.model;

import org.jspecify.annotations.NullMarked;
