/** What a host does, in figures and spans, for programs that use Micrometer or OpenTelemetry. */
@NullMarked
package dev.fairlead.host.metrics;

import org.jspecify.annotations.NullMarked;
