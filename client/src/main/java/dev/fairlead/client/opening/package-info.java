/** Finding out which era a server belongs to, and opening a session with an old one. */
@NullMarked
package dev.fairlead.client.opening;

import org.jspecify.annotations.NullMarked;
