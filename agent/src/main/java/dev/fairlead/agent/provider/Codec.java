package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.ModelRequest;
import dev.fairlead.agent.model.ModelTraits;
import dev.fairlead.agent.model.ReplyPiece;
import dev.fairlead.wire.Headers;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** How the interface of one provider is spoken: mappings, without any connection. */
interface Codec {

    /** In which form an answer comes. */
    enum Framing {
        /** Server-sent events. */
        EVENTS,
        /** One JSON document a line. */
        LINES
    }

    /** Returns what the models of this provider take. */
    ModelTraits traits();

    /** Returns the form of answers. */
    Framing framing();

    /** Returns where a model is asked, below the provider's address, with what comes after a question mark. */
    String path(String model);

    /** Returns the headers that show a key; no key for an empty text. */
    Headers headers(String key);

    /** Returns what is posted. */
    ObjectNode body(String model, ModelRequest request);

    /** Begins to read an answer. */
    Decoder decoder();

    /**
     * Returns what a provider says about something that it turned away.
     *
     * @param body what it answered, however little sense it makes
     * @param asked for naming the tool that it complains about
     */
    Complaint complaint(int status, String body, ModelRequest asked);

    /** Reads one answer; for one thread. */
    interface Decoder {

        /**
         * Reads an event or a line.
         *
         * @param type of the event; empty for none
         * @return the pieces that it completes
         * @throws BadReplyException if it makes no sense
         * @throws ComplaintException if it is an error that the provider reports in the middle of its answer
         */
        List<ReplyPiece> read(String type, String data) throws BadReplyException, ComplaintException;

        /**
         * Ends the answer, when nothing more comes.
         *
         * @return the remaining pieces, {@link ReplyPiece.End} last, unless that was read before
         * @throws BadReplyException if the answer is not whole
         */
        List<ReplyPiece> finish() throws BadReplyException;
    }
}
