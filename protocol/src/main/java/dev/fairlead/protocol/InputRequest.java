package dev.fairlead.protocol;

import dev.fairlead.protocol.rpc.Excerpt;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** What a server may ask of its client, in either era. */
public sealed interface InputRequest {

    /**
     * A form for the user to fill in.
     *
     * @param meta what the server attached; do not modify
     */
    record Form(String message, FormSchema schema, @Nullable ObjectNode meta) implements InputRequest {
        @Override
        public String method() {
            return ELICITATION;
        }
    }

    /**
     * A page for the user to visit; never to be fetched, nor opened without consent.
     *
     * @param elicitationId what a later notice of completion refers to (2025-11-25 only)
     */
    record Url(String message, String url, @Nullable String elicitationId) implements InputRequest {
        @Override
        public String method() {
            return ELICITATION;
        }
    }

    /** A conversation for a model to continue. */
    record Sampling(SamplingRequest request) implements InputRequest {
        @Override
        public String method() {
            return SAMPLING;
        }
    }

    /** The folders that the server may work in. */
    record Roots() implements InputRequest {
        @Override
        public String method() {
            return ROOTS;
        }
    }

    /** The method of {@link Form} and {@link Url}. */
    String ELICITATION = "elicitation/create";

    /** The method of {@link Sampling}. */
    String SAMPLING = "sampling/createMessage";

    /** The method of {@link Roots}. */
    String ROOTS = "roots/list";

    /** Returns the method by which this is asked. */
    String method();

    /** Reads the parameters of a method. */
    static InputRequest from(String method, @Nullable JsonNode params) {
        var given = params == null ? MissingNode.getInstance() : params;
        return switch (method) {
            case ELICITATION -> elicitation(Fields.of("elicitation", given));
            case SAMPLING -> new Sampling(SamplingRequest.from(given));
            case ROOTS -> new Roots();
            default -> throw new BadShape("a server may not ask for " + Excerpt.of(method));
        };
    }

    /** Reads an object of requests, each a method with its parameters, by their keys. */
    static Map<String, InputRequest> allFrom(JsonNode json) {
        if (!(json instanceof ObjectNode object)) {
            throw new BadShape("input requests are not an object");
        }
        var requests = new LinkedHashMap<String, InputRequest>();
        object.properties().forEach(entry -> {
            var fields = Fields.of("input request " + Excerpt.of(entry.getKey()), entry.getValue());
            requests.put(entry.getKey(), from(fields.string("method"), fields.optionalValue("params")));
        });
        return Collections.unmodifiableMap(requests);
    }

    private static InputRequest elicitation(Fields fields) {
        var message = fields.string("message");
        var mode = fields.optionalValue("mode");
        if (mode == null || mode.stringValue("").equals("form")) {
            return new Form(message, FormSchema.from(fields.object("requestedSchema")), fields.optionalObject("_meta"));
        }
        if (mode.stringValue("").equals("url")) {
            return new Url(message, fields.string("url"), fields.optionalString("elicitationId"));
        }
        throw fields.missing("mode", "form or url");
    }
}
