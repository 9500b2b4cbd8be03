package dev.fairlead.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One row of the list of requirements.
 *
 * @param reason why no test proves it; empty where one does, or none has to
 */
record Requirement(String id, String level, String demand, String reason) {

    private static final Pattern ID = Pattern.compile("[A-Z]-[1-9]\\d*");
    private static final Pattern LEVEL = Pattern.compile("[A-Za-z]+( NOT)?( / [A-Za-z]+( NOT)?)?");

    /** Tells whether a text has the form of an id. */
    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Reads a list; throws if a row in it cannot be read. */
    static List<Requirement> read(Path list) throws IOException {
        return read(Files.readAllLines(list));
    }

    /** Reads the rows among the lines; throws if one cannot be read or has the id of another. */
    static List<Requirement> read(List<String> lines) {
        var requirements = new ArrayList<Requirement>();
        var ids = new HashSet<String>();
        var section = "";
        for (var line : lines) {
            if (line.startsWith("## ")) {
                section = line.substring(3, 4);
            } else if (line.startsWith("| ") && !line.startsWith("| id ") && !line.startsWith("| --- ")) {
                var requirement = row(line);
                if (!requirement.section().equals(section) || !ids.add(requirement.id)) {
                    throw new IllegalArgumentException("in the wrong section, or there twice: " + line);
                }
                requirements.add(requirement);
            }
        }
        return List.copyOf(requirements);
    }

    /** Returns the letter of the section. */
    String section() {
        return id.substring(0, 1);
    }

    /** Tells whether a client has no choice. */
    boolean isBinding() {
        return level.contains("MUST");
    }

    private static Requirement row(String line) {
        var cells = line.split("\\|", -1);
        if (cells.length != 7) {
            throw new IllegalArgumentException("not five columns: " + line);
        }
        var row = new Requirement(cells[1].strip(), cells[3].strip(), cells[4].strip(), cells[5].strip());
        if (!isId(row.id) || !LEVEL.matcher(row.level).matches() || row.demand.isEmpty()) {
            throw new IllegalArgumentException("not a requirement: " + line);
        }
        return row;
    }
}
