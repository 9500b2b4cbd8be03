package dev.fairlead.cli.codegen;

import java.util.regex.Pattern;

/**
 * How a generated client is called.
 *
 * @param packageName the package of all its sources
 * @param className the simple name of the class that people use
 */
public record Settings(String packageName, String className) {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final int MOST_OF_PACKAGE = 200;
    private static final int MOST_OF_CLASS = 100;

    /** Throws {@link IllegalArgumentException}, with a message for people, if these are no names that Java allows. */
    public Settings {
        for (var part : packageName.split("\\.", -1)) {
            if (!usable(part) || packageName.length() > MOST_OF_PACKAGE) {
                throw new IllegalArgumentException(
                        "'%s' is no name of a package".formatted(Plain.text(packageName, MOST_OF_PACKAGE)));
            }
        }
        if (packageName.equals("java") || packageName.startsWith("java.")) {
            throw new IllegalArgumentException("Java keeps the package '%s' for itself".formatted(packageName));
        }
        // Names of values begin with small letters, and none may stand before that of a class.
        if (!usable(className) || !Character.isUpperCase(className.charAt(0)) || className.length() > MOST_OF_CLASS) {
            throw new IllegalArgumentException("'%s' is no name of a class, which begins with a capital letter"
                    .formatted(Plain.text(className, MOST_OF_CLASS)));
        }
        if (Reserved.TYPES.stream().anyMatch(className::equalsIgnoreCase)) {
            throw new IllegalArgumentException(
                    "a class cannot be called '%s' here: generated code uses another of that name"
                            .formatted(className));
        }
    }

    /** Returns the name of the class that reads and writes JSON for the others. */
    String jsonName() {
        return className + "Json";
    }

    /** Returns the file of a type. */
    SourceFile file(String type, String text) {
        return new SourceFile(packageName.replace('.', '/') + "/" + type + ".java", text);
    }

    private static boolean usable(String word) {
        return WORD.matcher(word).matches() && !Reserved.WORDS.contains(word);
    }
}
