/** The clients that are measured, each behind the same interface and in a process of its own. */
@NullMarked
package dev.fairlead.bench.contenders;

import org.jspecify.annotations.NullMarked;
