/** The loop between a language model and the tools of a host. */
@NullMarked
package dev.fairlead.agent;

import org.jspecify.annotations.NullMarked;
