package dev.fairlead.testkit;

import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.rpc.Json;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Writes what a server asks, and tells what a client must have declared to be asked. */
final class Question {
    private Question() {}

    /** Writes the parameters in the form of a revision. */
    static ObjectNode params(InputRequest request, ProtocolVersion version) {
        return switch (request) {
            case InputRequest.Form form -> {
                var params = Json.object();
                if (version.hasElicitationModes()) {
                    params.put("mode", "form");
                }
                params.put("message", form.message())
                        .set("requestedSchema", form.schema().toJson());
                if (form.meta() != null) {
                    params.set("_meta", form.meta());
                }
                yield params;
            }
            case InputRequest.Url url -> {
                var params = Json.object()
                        .put("mode", "url")
                        .put("message", url.message())
                        .put("url", url.url());
                yield version.hasTasks() && url.elicitationId() != null
                        ? params.put("elicitationId", url.elicitationId())
                        : params;
            }
            case InputRequest.Sampling sampling -> sampling.request().toJson();
            case InputRequest.Roots roots -> Json.object();
        };
    }

    /** Writes the entry of {@code inputRequests}. */
    static ObjectNode entry(InputRequest request, ProtocolVersion version) {
        var entry = Json.object().put("method", request.method());
        entry.set("params", params(request, version));
        return entry;
    }

    /** Returns the capability that the client lacks for being asked this. */
    static Optional<ObjectNode> missing(InputRequest request, ObjectNode declared) {
        var needed = Json.object();
        boolean there = switch (request) {
            case InputRequest.Form form -> {
                needed.putObject("elicitation").putObject("form");
                var modes = declared.path("elicitation");
                yield modes.isObject() && (modes.has("form") || !modes.has("url"));
            }
            case InputRequest.Url url -> {
                needed.putObject("elicitation").putObject("url");
                yield declared.path("elicitation").has("url");
            }
            case InputRequest.Sampling sampling -> {
                var wanted = needed.putObject("sampling");
                if (sampling.request().wantsTools()) {
                    wanted.putObject("tools");
                }
                yield sampling.request().wantsTools()
                        ? declared.path("sampling").has("tools")
                        : declared.path("sampling").isObject();
            }
            case InputRequest.Roots roots -> {
                needed.putObject("roots");
                yield declared.path("roots").isObject();
            }
        };
        return there ? Optional.empty() : Optional.of(needed);
    }
}
