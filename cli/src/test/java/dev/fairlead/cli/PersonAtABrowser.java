package dev.fairlead.cli;

import dev.fairlead.testkit.real.OidcProvider;
import java.io.IOException;

/** A browser as a program, with alice in front of it, who logs in and agrees to everything. */
final class PersonAtABrowser {
    private PersonAtABrowser() {}

    /** Visits the page that is the only argument, and goes on from there. */
    public static void main(String[] pages) throws IOException {
        OidcProvider.person("alice").visit(pages[0]);
    }
}
