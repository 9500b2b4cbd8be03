package dev.fairlead.agent.model;

import tools.jackson.databind.node.ObjectNode;

/**
 * A tool as a model is told of it.
 *
 * @param name legal for every provider: a letter or underscore, then letters, digits, underscores and hyphens, 64 at most
 * @param parameters in the dialect of the model; not to be modified
 */
public record ToolSpec(String name, String description, ObjectNode parameters) {}
