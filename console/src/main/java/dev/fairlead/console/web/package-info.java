/** Answers requests of the page, and of nobody else. */
@NullMarked
package dev.fairlead.console.web;

import org.jspecify.annotations.NullMarked;
