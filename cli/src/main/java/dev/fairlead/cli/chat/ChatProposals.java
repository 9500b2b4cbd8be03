package dev.fairlead.cli.chat;

import dev.fairlead.cli.line.LineStyle;
import dev.fairlead.cli.line.Proposal;
import dev.fairlead.cli.text.Sanitizer;
import dev.fairlead.host.ServerStatus;
import dev.fairlead.host.catalog.OfferedTool;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Proposes prompts and commands after {@code /}, and resources after {@code @}. */
final class ChatProposals implements LineStyle.Proposals {
    private static final int MOST = 500;

    private final Supplier<@Nullable Chat> chat;

    ChatProposals(Supplier<@Nullable Chat> chat) {
        this.chat = chat;
    }

    @Override
    public List<Proposal> propose(List<String> before, String typed) {
        var now = chat.get();
        if (now == null) {
            return List.of();
        }
        return all(now, before, typed)
                // What could not be typed, or would drive the terminal, is not proposed.
                .filter(proposal -> proposal.value().equals(Sanitizer.name(proposal.value())))
                .filter(proposal -> proposal.value().startsWith(typed))
                .limit(MOST)
                .toList();
    }

    private static Stream<Proposal> all(Chat chat, List<String> before, String typed) {
        var catalog = chat.host().catalog();
        if (typed.startsWith("@")) {
            var typing = ChatResources.naming(catalog.resources());
            return catalog.resources().stream()
                    .map(resource -> new Proposal(
                            typing.apply(resource),
                            "of %s: %s"
                                    .formatted(
                                            resource.server(),
                                            resource.definition().name()),
                            false));
        }
        if (before.isEmpty() && typed.startsWith("/")) {
            return Stream.concat(
                    ChatLine.COMMANDS.stream().map(command -> Proposal.of("/" + command)),
                    catalog.prompts().stream()
                            .map(prompt -> new Proposal(
                                    "/" + prompt.name(),
                                    ChatLine.firstLine(prompt.definition().description()),
                                    false)));
        }
        if (before.size() == 1
                && (before.getFirst().equals("/off") || before.getFirst().equals("/on"))) {
            return Stream.concat(
                            catalog.tools().stream().map(OfferedTool::name),
                            chat.host().servers().stream().map(ServerStatus::name))
                    .map(Proposal::of);
        }
        if (before.isEmpty() || !before.getFirst().startsWith("/")) {
            return Stream.empty();
        }
        return catalog.prompt(before.getFirst().substring(1)).stream()
                .flatMap(prompt -> prompt.definition().arguments().stream())
                .map(argument -> new Proposal(argument.name() + "=", ChatLine.firstLine(argument.description()), true));
    }
}
