/** Conversations with a model that uses the servers. */
@NullMarked
package dev.fairlead.console.chat;

import org.jspecify.annotations.NullMarked;
