/** Tools as a model is told of them, and results as a model gets them. */
@NullMarked
package dev.fairlead.agent.tool;

import org.jspecify.annotations.NullMarked;
