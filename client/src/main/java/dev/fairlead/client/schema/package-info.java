/**
 * JSON Schema checking that a hostile schema or value can neither slow down nor lead outside the process.
 *
 * <p>The rules are those of the {@code com.networknt} validator. Around it stand a meter that every step of an
 * evaluation passes, a regular expression engine that can be stopped, and keywords of our own where the library does
 * unbounded work in one step (numbers, equality). {@code format} and the {@code content*} keywords are annotations: they
 * never make a value invalid.
 */
@NullMarked
package dev.fairlead.client.schema;

import org.jspecify.annotations.NullMarked;
