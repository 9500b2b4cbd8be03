package dev.fairlead.console.traffic;

import dev.fairlead.console.traffic.Ear.Heard;
import dev.fairlead.host.recording.Traffic;
import dev.fairlead.protocol.rpc.Weight;
import java.util.List;
import java.util.Map;

/** About how much memory things take, in bytes. Quick, since wires wait for it, and never too little by much. */
final class Weights {
    /** For whatever there is beside texts. */
    static final int EACH = 200;

    private Weights() {}

    static long of(List<Map.Entry<String, String>> headers) {
        long sum = 0;
        for (var header : headers) {
            sum += EACH + header.getKey().length() + header.getValue().length();
        }
        return sum;
    }

    static long of(Heard heard) {
        return EACH
                + switch (heard) {
                    case Heard.OnLine on ->
                        switch (on.traffic()) {
                            case Traffic.Sent sent -> Weight.of(sent.message());
                            case Traffic.Received received -> Weight.of(received.message());
                            case Traffic.Ended ended -> Weight.of(ended.how());
                            case Traffic.Opened opened -> 0;
                            case Traffic.Closed closed -> 0;
                        };
                    case Heard.OnHttp on -> {
                        var http = on.http();
                        yield (http.body() == null ? 0 : http.body().length)
                                + Weight.of(http.url())
                                + Weight.of(http.trouble())
                                + of(List.copyOf(http.sent().values().entrySet()))
                                + of(http.answer());
                    }
                    case Heard.Output output -> Weight.of(output.text());
                };
    }
}
