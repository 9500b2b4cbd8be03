package dev.fairlead.bench.contenders;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;

/** The library below Fairlead: ready-made bytes in, bytes out. */
final class BareOkHttp extends BareHttp<BareOkHttp.Question> {
    private static final MediaType JSON = MediaType.get("application/json");
    private static final int KEPT_CONNECTIONS = 64;

    private final String url;
    private final OkHttpClient client;

    private BareOkHttp(String url, OkHttpClient client) throws IOException {
        super(new Question(HttpCall.call(url)), new Question(HttpCall.list(url)));
        this.url = url;
        this.client = client;
        ask(new Question(HttpCall.hello(url)));
    }

    /** Connects with its usual settings, but for the number of connections it keeps. */
    static BareOkHttp asItComes(String url) throws IOException {
        return new BareOkHttp(url, settings().build());
    }

    /** Connects with the settings that it has below Fairlead: without limits of its own, over other sockets. */
    static BareOkHttp setUp(String url) throws IOException {
        return new BareOkHttp(
                url,
                settings()
                        .followRedirects(false)
                        .retryOnConnectionFailure(false)
                        .callTimeout(Duration.ZERO)
                        .readTimeout(Duration.ZERO)
                        .writeTimeout(Duration.ZERO)
                        .protocols(List.of(Protocol.HTTP_1_1))
                        .socketFactory(new ChannelSockets())
                        .build());
    }

    private static OkHttpClient.Builder settings() {
        return new OkHttpClient.Builder().connectionPool(new ConnectionPool(KEPT_CONNECTIONS, 1, TimeUnit.MINUTES));
    }

    @Override
    void ask(Question question) throws IOException {
        var request = new Request.Builder().url(url).post(RequestBody.create(question.body, JSON));
        question.call.headers().forEach(request::header);
        try (var response = client.newCall(request.build()).execute()) {
            var answer = response.body().bytes();
            if (response.code() != 200 || answer.length == 0) {
                throw new IOException("HTTP " + response.code());
            }
        }
    }

    @Override
    public void close() {
        client.connectionPool().evictAll();
        client.dispatcher().executorService().shutdown();
    }

    static final class Question {
        private final HttpCall call;
        private final byte[] body;

        Question(HttpCall call) {
            this.call = call;
            this.body = call.body().getBytes(StandardCharsets.US_ASCII);
        }
    }
}
