package dev.fairlead.console.policy;

import org.jspecify.annotations.Nullable;

/**
 * Something that holds now.
 *
 * @param name what it is about, for programs; several facts of one policy may share it
 * @param server the one server that it is about; null for all
 * @param holds what holds, for people
 * @param from where that comes from: a file, a variable, or what is built in
 */
public record PolicyFact(String name, @Nullable String server, String holds, String from) {}
