/** A stand-in for a language model, for trying everything without a key and without a network. */
@NullMarked
package dev.fairlead.agent.demo;

import org.jspecify.annotations.NullMarked;
