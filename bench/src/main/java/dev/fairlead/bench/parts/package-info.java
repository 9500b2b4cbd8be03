/** The parts of a call, each measured alone by JMH. */
@NullMarked
package dev.fairlead.bench.parts;

import org.jspecify.annotations.NullMarked;
