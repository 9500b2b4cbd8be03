/** Models of LangChain4j for our agent, and the tools of our host for LangChain4j. */
module dev.fairlead.langchain4j {
    requires transitive dev.fairlead.agent;
    requires transitive langchain4j;
    requires transitive langchain4j.core;
    // LangChain4j needs these two, but its jars cannot say so.
    requires com.fasterxml.jackson.databind;
    requires org.slf4j;
    requires java.net.http;
    requires static transitive org.jspecify;

    exports dev.fairlead.langchain4j;
}
