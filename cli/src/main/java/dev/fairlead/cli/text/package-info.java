/**
 * Text on a terminal: cleaned of what drives terminals, coloured by meaning, laid out by the columns it takes.
 *
 * <p>Escape sequences are written by {@link dev.fairlead.cli.text.Renderer}, {@link dev.fairlead.cli.text.ProgressLine}
 * and {@link dev.fairlead.cli.text.Pictures} alone, and never from anything a peer sent.
 */
@NullMarked
package dev.fairlead.cli.text;

import org.jspecify.annotations.NullMarked;
