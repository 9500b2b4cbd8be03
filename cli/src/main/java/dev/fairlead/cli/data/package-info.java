/** Verbs about the prompts and resources of a server. */
@NullMarked
package dev.fairlead.cli.data;

import org.jspecify.annotations.NullMarked;
