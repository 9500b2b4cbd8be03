package dev.fairlead.cli.frame;

import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.McpClient;

/** Where the connections of visits come from, and what becomes of them afterwards. */
public interface Connections {

    /** A connection for every visit, which ends with it. */
    Connections FRESH = new Connections() {
        @Override
        public McpClient open(Target target, ClientProfile profile) {
            return McpClient.connect(target.transport(), profile);
        }

        @Override
        public void leave(McpClient client) {
            client.close();
        }

        @Override
        public boolean last() {
            return false;
        }

        @Override
        public void release(Runnable closing) {
            closing.run();
        }
    };

    /** Returns a connection to a server, with whoever answers and hears as the profile says. */
    McpClient open(Target target, ClientProfile profile);

    /** Takes a connection back after the visit. */
    void leave(McpClient client);

    /** Tells whether connections outlive the visits that are made through them. */
    default boolean last() {
        return true;
    }

    /** Takes what the connections of a visit stand on, to be closed when none needs it any more. */
    void release(Runnable closing);
}
