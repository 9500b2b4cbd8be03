/** An authorization server and a protected MCP server that check every rule of the client, and can lie. */
@NullMarked
package dev.fairlead.testkit.auth;

import org.jspecify.annotations.NullMarked;
