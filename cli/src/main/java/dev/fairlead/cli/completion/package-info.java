/** Completes what is being typed: verbs, options, servers, tools and their arguments. Starts and asks no server. */
@NullMarked
package dev.fairlead.cli.completion;

import org.jspecify.annotations.NullMarked;
