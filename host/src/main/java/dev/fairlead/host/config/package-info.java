/** What people configure: servers, tools and limits, read from the files of every common client. */
@NullMarked
package dev.fairlead.host.config;

import org.jspecify.annotations.NullMarked;
