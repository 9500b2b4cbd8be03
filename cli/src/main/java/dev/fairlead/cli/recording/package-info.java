/** Verbs about traffic: recording it, and serving it again. */
@NullMarked
package dev.fairlead.cli.recording;

import org.jspecify.annotations.NullMarked;
