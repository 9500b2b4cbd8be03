/** Servers that are reached by URL: how requests are posted to them, and how their streams of events are read. */
@NullMarked
package dev.fairlead.wire.http;

import org.jspecify.annotations.NullMarked;
