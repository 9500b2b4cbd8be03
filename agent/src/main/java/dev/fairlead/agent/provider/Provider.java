package dev.fairlead.agent.provider;

import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Somebody who runs models.
 *
 * @param name as it stands before the slash
 * @param address where it is, unless a variable says otherwise
 * @param addressVariable the environment variable that says otherwise
 * @param keyVariables the environment variables that may hold a key, the first that does counts; none where no key is
 *     needed
 * @param usualModel the one that is meant where none is named
 */
record Provider(
        String name,
        Supplier<Codec> codec,
        String address,
        String addressVariable,
        List<String> keyVariables,
        String usualModel) {

    private static final Pattern SCHEME = Pattern.compile("(?i)[a-z][a-z0-9+.-]*://.*");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    boolean needsKey() {
        return !keyVariables.isEmpty();
    }

    /** Reads an address as people write it: a host alone, or with a port, is enough for a server nearby. */
    String addressWritten(String written) {
        if (SCHEME.matcher(written).matches()) {
            return written;
        }
        // A server is told to listen everywhere like this; nobody can be reached there.
        var near = written.replaceFirst("^0\\.0\\.0\\.0(?=:|/|$)", "127.0.0.1");
        int slash = near.indexOf('/');
        var host = slash < 0 ? near : near.substring(0, slash);
        var port = PORT.matcher(address);
        boolean portless = !PORT.matcher(host).find() && port.find();
        return "http://" + host + (portless ? port.group() : "") + near.substring(host.length());
    }
}
