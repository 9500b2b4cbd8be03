/** {@code chat}: a language model that uses the tools of servers, in the terminal. */
@NullMarked
package dev.fairlead.cli.chat;

import org.jspecify.annotations.NullMarked;
