package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelException;

/**
 * A try that failed.
 *
 * @param passing whether another one may go better
 */
record Setback(ModelException failure, boolean passing) {}
