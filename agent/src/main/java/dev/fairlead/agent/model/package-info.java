/** What a language model is asked and what it answers, whoever runs it. */
@NullMarked
package dev.fairlead.agent.model;

import org.jspecify.annotations.NullMarked;
