package dev.fairlead.host.supervision;

import dev.fairlead.client.handler.ConnectionListener;

/** Hears of a lane, in order. Nothing here may block for long, as the lane waits for it. */
interface LaneWatcher {

    /** The lane reached another state. */
    void state(Lane lane, LaneState state);

    /** The server behind the lane offers something else than before. */
    void listing(Lane lane);

    /** Something about the server is worth knowing. */
    void remark(Lane lane, String text);

    /** Returns who hears of each connection that the lane opens. */
    ConnectionListener connection(Lane lane);
}
