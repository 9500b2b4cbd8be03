package dev.fairlead.client.handler;

import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.rpc.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Door one: who answers when the server asks. What is missing here is not offered to servers, so the capabilities we
 * declare cannot promise more than we do.
 */
public record InputHandlers(
        @Nullable Elicitor<InputRequest.Form> forms,
        @Nullable Elicitor<InputRequest.Url> urls,
        @Nullable Sampler sampler,
        boolean samplesWithTools,
        @Nullable RootsProvider roots) {

    /** Returns handlers that answer nothing. */
    public static InputHandlers none() {
        return new InputHandlers(null, null, null, false, null);
    }

    /** Returns these handlers, with forms put to a person by {@code elicitor}. */
    public InputHandlers onForm(Elicitor<InputRequest.Form> elicitor) {
        return new InputHandlers(elicitor, urls, sampler, samplesWithTools, roots);
    }

    /** Returns these handlers, with URLs shown to a person by {@code elicitor}. */
    public InputHandlers onUrl(Elicitor<InputRequest.Url> elicitor) {
        return new InputHandlers(forms, elicitor, sampler, samplesWithTools, roots);
    }

    /** Returns these handlers, with a language model that uses no tools. */
    public InputHandlers onSampling(Sampler model) {
        return new InputHandlers(forms, urls, model, false, roots);
    }

    /** Returns these handlers, with a language model that can use the tools a server hands it. */
    public InputHandlers onSamplingWithTools(Sampler model) {
        return new InputHandlers(forms, urls, model, true, roots);
    }

    /** Returns these handlers, with folders offered by {@code provider}. */
    public InputHandlers onRoots(RootsProvider provider) {
        return new InputHandlers(forms, urls, sampler, samplesWithTools, provider);
    }

    /** Returns the capabilities that follow from these handlers, in the form that all revisions share. */
    public ObjectNode capabilities() {
        var capabilities = Json.object();
        if (roots != null) {
            capabilities.putObject("roots");
        }
        if (sampler != null) {
            var sampling = capabilities.putObject("sampling");
            if (samplesWithTools) {
                sampling.putObject("tools");
            }
        }
        if (forms != null || urls != null) {
            var elicitation = capabilities.putObject("elicitation");
            // Forms alone are written as an empty object: the oldest form, which every server understands.
            if (urls != null) {
                elicitation.putObject("url");
                if (forms != null) {
                    elicitation.putObject("form");
                }
            }
        }
        return capabilities;
    }
}
