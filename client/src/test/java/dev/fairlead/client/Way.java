package dev.fairlead.client;

import dev.fairlead.protocol.Era;
import dev.fairlead.testkit.Answers;
import dev.fairlead.testkit.FakeServer;
import dev.fairlead.testkit.HttpFront;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.http.HttpStrategy;
import dev.fairlead.wire.http.HttpTransport;
import dev.fairlead.wire.stdio.ServerCommand;
import dev.fairlead.wire.stdio.StdioTransport;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The ways to reach a server, for what must be the same over each of them. */
enum Way {
    PIPE_LEGACY(Era.LEGACY, Line.PIPE),
    PIPE_MODERN(Era.MODERN, Line.PIPE),
    STDIO_LEGACY(Era.LEGACY, Line.PROCESS),
    STDIO_MODERN(Era.MODERN, Line.PROCESS),
    HTTP_JSON_LEGACY(Era.LEGACY, Line.HTTP_JSON),
    HTTP_JSON_MODERN(Era.MODERN, Line.HTTP_JSON),
    HTTP_STREAM_LEGACY(Era.LEGACY, Line.HTTP_STREAM),
    HTTP_STREAM_MODERN(Era.MODERN, Line.HTTP_STREAM),
    HTTP_SSE_LEGACY(Era.LEGACY, Line.HTTP_SSE);

    private enum Line {
        PIPE,
        PROCESS,
        HTTP_JSON,
        HTTP_STREAM,
        HTTP_SSE
    }

    private static final Map<Way, FakeServer> SERVERS = new ConcurrentHashMap<>();
    private static final Map<Way, HttpFront> FRONTS = new ConcurrentHashMap<>();

    private final Era era;
    private final Line line;

    Way(Era era, Line line) {
        this.era = era;
        this.line = line;
    }

    Era era() {
        return era;
    }

    /** Returns the server of the ways that stay in this program. */
    FakeServer inMemory() {
        return SERVERS.computeIfAbsent(
                this, way -> ContractServer.script(way.era).build());
    }

    /** Connects over this way. */
    McpClient connect(ClientProfile profile) {
        return McpClient.connect(transport(), profile);
    }

    private Transport transport() {
        return switch (line) {
            case PIPE -> inMemory().transport();
            case PROCESS -> StdioTransport.of(ServerCommand.of(ContractServer.command(era)));
            case HTTP_JSON -> HttpTransport.to(front(Answers.JSON).url());
            case HTTP_STREAM -> HttpTransport.to(front(Answers.SSE).url());
            case HTTP_SSE -> HttpTransport.to(front(Answers.SSE).sseUrl()).withStrategy(HttpStrategy.SSE_FIRST);
        };
    }

    private HttpFront front(Answers form) {
        return FRONTS.computeIfAbsent(
                this, way -> HttpFront.serving(way.inMemory()).answers(form));
    }
}
