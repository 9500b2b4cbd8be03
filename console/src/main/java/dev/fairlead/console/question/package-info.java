/** What servers ask people, and what people are asked before a call. */
@NullMarked
package dev.fairlead.console.question;

import org.jspecify.annotations.NullMarked;
