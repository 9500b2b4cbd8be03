/** Authorization servers that others wrote, and servers that accept their tokens, in processes of their own. */
@NullMarked
package dev.fairlead.testkit.real;

import org.jspecify.annotations.NullMarked;
