package dev.fairlead.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

/** The library below Fairlead, as it comes but for the number of connections it keeps: ready-made bytes in, bytes out. */
final class BareOkHttp implements Contender {
    private static final MediaType JSON = MediaType.get("application/json");
    private static final int KEPT_CONNECTIONS = 64;

    private final String name;
    private final HttpCall call;
    private final byte[] body;
    private final String url;
    private final OkHttpClient client = new OkHttpClient.Builder()
            .connectionPool(new ConnectionPool(KEPT_CONNECTIONS, 1, TimeUnit.MINUTES))
            .build();

    BareOkHttp(String name, HttpCall call, String url) {
        this.name = name;
        this.call = call;
        this.body = call.body().getBytes(StandardCharsets.UTF_8);
        this.url = url;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void call() throws IOException {
        var request = new Request.Builder().url(url).post(RequestBody.create(body, JSON));
        call.headers().forEach(request::header);
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
}
