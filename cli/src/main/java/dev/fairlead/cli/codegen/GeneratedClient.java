package dev.fairlead.cli.codegen;

import java.util.List;

/**
 * A client as sources, the class that people use first.
 *
 * @param files the sources
 * @param notes what was simplified or left out and why, fit to be printed line by line
 */
public record GeneratedClient(List<SourceFile> files, List<String> notes) {

    /** Copies the collections. */
    public GeneratedClient {
        files = List.copyOf(files);
        notes = List.copyOf(notes);
    }
}
