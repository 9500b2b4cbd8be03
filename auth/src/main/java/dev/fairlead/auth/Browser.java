package dev.fairlead.auth;

/** Shows a page to the person in front of this machine. */
@FunctionalInterface
public interface Browser {

    /**
     * Opens a page.
     *
     * @return whether a browser was asked to; if not, the person has to be told the address
     */
    boolean open(String url);

    /** Returns the browser that this system would use. */
    static Browser system() {
        return new SystemBrowser();
    }

    /** Returns one that opens nothing, for machines without a screen. */
    static Browser none() {
        return url -> false;
    }
}
