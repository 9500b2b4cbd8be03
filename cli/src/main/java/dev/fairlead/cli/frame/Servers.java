package dev.fairlead.cli.frame;

import dev.fairlead.wire.Transport;
import java.util.List;
import java.util.Optional;

/** The servers that have a name. */
public interface Servers {

    /** Lists the names. */
    List<String> names();

    /** Finds the way to a server. */
    Optional<Transport> named(String name);
}
