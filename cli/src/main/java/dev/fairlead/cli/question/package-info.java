/**
 * Questions that servers ask back: put to the person at the terminal, answered by what was typed with {@code --answer}, or
 * declined where nobody is there.
 *
 * <p>Everything a server says here is shown as the server's, cleaned and cut. Verbs do not know this package; a visit does.
 */
@NullMarked
package dev.fairlead.cli.question;

import org.jspecify.annotations.NullMarked;
