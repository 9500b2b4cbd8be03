/** Verbs that change which servers are configured. */
@NullMarked
package dev.fairlead.cli.config;

import org.jspecify.annotations.NullMarked;
