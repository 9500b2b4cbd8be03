/** The client against servers that others wrote, as they are published on npm. */
@NullMarked
package dev.fairlead.client.interop;

import org.jspecify.annotations.NullMarked;
