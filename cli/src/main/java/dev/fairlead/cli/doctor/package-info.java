/** The verb that says what is wrong with a server, or with this machine, and what to do about it. */
@NullMarked
package dev.fairlead.cli.doctor;

import org.jspecify.annotations.NullMarked;
