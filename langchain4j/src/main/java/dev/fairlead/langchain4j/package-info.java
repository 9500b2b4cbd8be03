/** Models of LangChain4j for the agent, and the tools of a host for LangChain4j. */
@NullMarked
package dev.fairlead.langchain4j;

import org.jspecify.annotations.NullMarked;
