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

    /**
     * Opens a page whose address is for this person alone, as whoever has it is let in. The browser of the system is led
     * there by a file that only its owner may read, since all users of a machine can see with which words a program was
     * started. Whatever else starts a program has to see to that, too.
     */
    default Opened openPrivately(String url) {
        return new Opened(open(url), () -> {});
    }

    /** Returns the browser that this system would use. */
    static Browser system() {
        return new SystemBrowser();
    }

    /** Returns one that opens nothing, for machines without a screen. */
    static Browser none() {
        return url -> false;
    }

    /**
     * What came of opening a page privately; to be closed when the browser is there, or will not come any more.
     *
     * @param asked whether a browser was asked to; if not, the person has to be told the address
     * @param end takes away what leads the browser there, however often it is run
     */
    record Opened(boolean asked, Runnable end) implements AutoCloseable {

        /** Takes away what leads the browser there. */
        @Override
        public void close() {
            end.run();
        }
    }
}
