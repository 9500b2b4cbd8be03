/** What may run: approvals, pinned definitions, consent to start, and the record of all of it. */
@NullMarked
package dev.fairlead.host.trust;

import org.jspecify.annotations.NullMarked;
