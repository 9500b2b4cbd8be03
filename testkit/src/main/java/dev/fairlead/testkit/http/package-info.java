/** HTTP in plain sockets: a server whose every byte can be made wrong, and a proxy that spoils connections. */
@NullMarked
package dev.fairlead.testkit.http;

import org.jspecify.annotations.NullMarked;
