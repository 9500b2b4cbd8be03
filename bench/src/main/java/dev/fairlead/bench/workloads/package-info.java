/** What is measured, and the turns in which it is. */
@NullMarked
package dev.fairlead.bench.workloads;

import org.jspecify.annotations.NullMarked;
