/**
 * Writes typed Java clients from the tools of a server, whose every word is taken for an attempt to write something else.
 *
 * <p>{@link SchemaReader} turns JSON Schema into shapes of Java, {@link RecordText}, {@link EnumText} and
 * {@link ClientText} write them down, and {@link Names}, {@link dev.fairlead.protocol.rpc.JavaLiteral} and {@link Comment} are the only ways by which
 * words of the server get into a source.
 */
@NullMarked
package dev.fairlead.cli.codegen;

import org.jspecify.annotations.NullMarked;
