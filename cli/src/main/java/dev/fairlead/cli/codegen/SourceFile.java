package dev.fairlead.cli.codegen;

/**
 * One generated source.
 *
 * @param path where it belongs below a folder of sources, with slashes, made of the package and the name of its type
 * @param text what it says; to be stored as UTF-8
 */
public record SourceFile(String path, String text) {}
