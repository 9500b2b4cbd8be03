/** JSON-RPC 2.0 as MCP uses it: the messages, and their bounded reading and writing. */
@NullMarked
package dev.fairlead.protocol.rpc;

import org.jspecify.annotations.NullMarked;
