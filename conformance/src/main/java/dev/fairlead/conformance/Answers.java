package dev.fairlead.conformance;

import dev.fairlead.client.handler.Asking;
import dev.fairlead.client.handler.InputHandlers;
import dev.fairlead.protocol.FormField;
import dev.fairlead.protocol.InputRequest;
import dev.fairlead.protocol.InputResponse;
import java.util.List;
import java.util.Optional;

/** A user without opinions: agrees to every form as it was filled in beforehand, and has no model and no folders. */
final class Answers {
    private Answers() {}

    /** Returns handlers for everything that a server may ask, so that all of it is declared. */
    static InputHandlers handlers() {
        return InputHandlers.none()
                .onForm(Answers::accept)
                .onSampling((request, asking) -> Optional.empty())
                .onRoots(List::of);
    }

    /** Accepts the defaults of a form, and ticks the boxes that have none. */
    static InputResponse accept(InputRequest.Form form, Asking asking) {
        var content = form.schema().defaults();
        for (var field : form.schema().fields()) {
            if (field instanceof FormField.Flag && !content.has(field.name())) {
                content.put(field.name(), true);
            }
        }
        return InputResponse.accept(content);
    }
}
