package dev.fairlead.agent.model;

import tools.jackson.databind.JsonNode;

/**
 * Something that only its provider understands, such as the signature of a thought. It is shown to that provider again,
 * and to no other.
 *
 * @param data not to be modified
 */
public record Keepsake(String provider, JsonNode data) {}
