package dev.fairlead.host.supervision;

import dev.fairlead.client.handler.ConnectionListener;

/** Hears of a lane, in order. Nothing here may block for long, as the lane waits for it. */
interface LaneWatcher {

    /**
     * The lane reaches another state.
     *
     * @param move to be run: lets everybody see the state, unless they do already. What somebody does who sees it is
     *     told later than the state itself.
     */
    void state(Lane lane, LaneState state, Runnable move);

    /** The server behind the lane offers something else than before. */
    void listing(Lane lane);

    /** Something about the server is worth knowing. */
    void remark(Lane lane, String text);

    /** Returns who hears of each connection that the lane opens. */
    ConnectionListener connection(Lane lane);
}
