package dev.fairlead.client.schema;

/**
 * One way in which a value breaks its schema, told without repeating the value.
 *
 * @param where JSON pointer to the offending part, also to one that is missing; empty for the whole value
 * @param what what the schema asks for, in words for a person
 */
public record Problem(String where, String what) {}
