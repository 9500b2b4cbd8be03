/** What was seen: kept, compared, held against the goals, and shown. */
@NullMarked
package dev.fairlead.bench.report;

import org.jspecify.annotations.NullMarked;
