package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.CallResult;
import dev.fairlead.agent.model.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The pictures among results, for providers that let only a person show some. */
final class ResultPictures {
    /** Stands for a result that has nothing but pictures. */
    static final String BELOW = "(see the pictures below)";

    private ResultPictures() {}

    /** Returns what a person has to say after these results, if they contain any picture. */
    static Optional<List<Part>> of(List<CallResult> results) {
        var parts = new ArrayList<Part>();
        for (CallResult result : results) {
            var pictures = Wording.media(result.parts());
            if (!pictures.isEmpty()) {
                parts.add(Part.Text.of("From the result of %s (%s):".formatted(result.name(), result.id())));
                parts.addAll(pictures);
            }
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(parts));
    }
}
