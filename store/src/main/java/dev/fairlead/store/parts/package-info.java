/** What stores, and other files of one owner, are made of. For the modules of this library alone. */
@NullMarked
package dev.fairlead.store.parts;

import org.jspecify.annotations.NullMarked;
