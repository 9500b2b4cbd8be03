package dev.fairlead.cli.chat;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was typed.
 *
 * @param words the servers
 * @param files those that name servers
 * @param steps how often the model may use tools for one question; null for the usual number
 * @param tools patterns of those that the model may use; empty for all
 * @param question the only one to be asked; null for as many as the person has
 * @param yes whether every call is allowed that would be asked about
 * @param transcript where the conversation is kept; null for nowhere
 */
record ChatWish(
        List<String> words,
        List<Path> files,
        @Nullable String model,
        @Nullable Integer steps,
        List<String> tools,
        @Nullable String question,
        boolean yes,
        @Nullable Path transcript) {}
