package dev.fairlead.agent.model;

/** A language model that can ask for tools, wherever it runs. Any number of threads may ask at once. */
public interface Model {

    /** Returns which model it is. */
    ModelName name();

    /** Returns how it wants to be told of tools, and what it takes. */
    ModelTraits traits();

    /**
     * Asks, and returns once the answer begins.
     *
     * @throws ModelException if there is no answer; whatever was worth trying again has been tried
     */
    ReplyStream ask(ModelRequest request) throws InterruptedException;
}
