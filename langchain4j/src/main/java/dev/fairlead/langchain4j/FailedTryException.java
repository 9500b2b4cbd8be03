package dev.fairlead.langchain4j;

import dev.fairlead.agent.model.ModelException;

/** Ends one try to get an answer, and says whether another one may do better. */
final class FailedTryException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ModelException failure;
    private final boolean passing;

    FailedTryException(ModelException failure, boolean passing) {
        super(failure);
        this.failure = failure;
        this.passing = passing;
    }

    ModelException failure() {
        return failure;
    }

    boolean passing() {
        return passing;
    }
}
