/** OAuth for servers that are reached by URL: who we are, how a token is got, kept, renewed and shown. */
@NullMarked
package dev.fairlead.auth;

import org.jspecify.annotations.NullMarked;
