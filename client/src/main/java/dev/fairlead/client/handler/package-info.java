/** The two doors that lead up to the application: the server has a question, the server has news. */
@NullMarked
package dev.fairlead.client.handler;

import org.jspecify.annotations.NullMarked;
