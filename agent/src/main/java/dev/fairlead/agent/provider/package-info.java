/** The models of several providers, each a small mapping over the one HTTP engine. */
@NullMarked
package dev.fairlead.agent.provider;

import org.jspecify.annotations.NullMarked;
