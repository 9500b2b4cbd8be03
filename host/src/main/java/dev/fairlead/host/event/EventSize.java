package dev.fairlead.host.event;

import dev.fairlead.protocol.ContentBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Estimates how much memory an event takes. */
final class EventSize {
    private static final int OBJECT = 48;

    private EventSize() {}

    /** Returns about how many bytes the event takes. */
    static long of(HostEvent event) {
        return 2L * OBJECT
                + switch (event) {
                    case HostEvent.StateChanged it -> of(it.reason());
                    case HostEvent.ToolsChanged it -> of(it.added()) + of(it.removed()) + of(it.changed());
                    case HostEvent.CallStarted it -> of(it.tool()) + of(it.arguments()) + of(it.principal());
                    case HostEvent.CallProgressed it -> of(it.progress().message());
                    case HostEvent.CallRetried it -> of(it.because());
                    case HostEvent.CallEnded it -> of(it.error()) + result(it);
                    case HostEvent.Logged it ->
                        of(it.entry().logger()) + of(it.entry().data());
                    case HostEvent.Stderr it -> of(it.line());
                    case HostEvent.Violated it -> of(it.violation().detail());
                    case HostEvent.Decided it -> of(it.what()) + of(it.decision());
                    case HostEvent.Withheld it -> of(it.what());
                    case HostEvent.Reconfigured it -> of(it.how());
                };
    }

    private static long result(HostEvent.CallEnded event) {
        var result = event.result();
        if (result == null) {
            return 0;
        }
        long size = of(result.structuredContent()) + of(result.meta()) + of(result.more());
        for (ContentBlock block : result.content()) {
            size += of(block.toJson());
        }
        return size;
    }

    private static long of(List<String> texts) {
        return texts.stream().mapToLong(EventSize::of).sum();
    }

    private static long of(@Nullable String text) {
        return text == null ? 0 : OBJECT + text.length();
    }

    private static long of(@Nullable JsonNode json) {
        if (json == null) {
            return 0;
        }
        if (json.isString()) {
            return OBJECT + of(json.stringValue());
        }
        long size = OBJECT;
        if (json.isObject()) {
            for (var member : json.properties()) {
                size += OBJECT + of(member.getKey()) + of(member.getValue());
            }
        } else {
            for (var element : json) {
                size += of(element);
            }
        }
        return size;
    }
}
