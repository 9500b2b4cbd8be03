/** Verbs about the tools of a server: what there is, and calling one. */
@NullMarked
package dev.fairlead.cli.tool;

import org.jspecify.annotations.NullMarked;
