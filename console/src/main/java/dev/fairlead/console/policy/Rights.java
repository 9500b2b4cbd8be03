package dev.fairlead.console.policy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** Who may use a file, as it is now. */
final class Rights {
    private Rights() {}

    static String of(Path path) {
        if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
            return "not there yet";
        }
        try {
            var view = Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            return view == null
                    ? "for its owner"
                    : PosixFilePermissions.toString(view.readAttributes().permissions());
        } catch (IOException unreadable) {
            return "which cannot be looked at";
        }
    }
}
