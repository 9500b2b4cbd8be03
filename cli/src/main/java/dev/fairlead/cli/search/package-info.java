/** A verb that finds things across servers. */
@NullMarked
package dev.fairlead.cli.search;

import org.jspecify.annotations.NullMarked;
