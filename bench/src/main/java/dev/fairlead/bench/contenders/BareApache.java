package dev.fairlead.bench.contenders;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Another library that could be below Fairlead, as it comes but for the number of connections it keeps. */
final class BareApache extends BareHttp<HttpCall> {
    private static final int KEPT_CONNECTIONS = 64;

    private final String url;
    private final CloseableHttpClient client = HttpClients.custom()
            .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                    .setMaxConnPerRoute(KEPT_CONNECTIONS)
                    .setMaxConnTotal(KEPT_CONNECTIONS)
                    .build())
            .build();

    BareApache(String url) throws IOException {
        super(HttpCall.call(url), HttpCall.list(url));
        this.url = url;
        ask(HttpCall.hello(url));
    }

    @Override
    void ask(HttpCall question) throws IOException {
        var request = new HttpPost(url);
        question.headers().forEach(request::setHeader);
        request.setEntity(
                new ByteArrayEntity(question.body().getBytes(StandardCharsets.US_ASCII), ContentType.APPLICATION_JSON));
        int length = client.execute(request, response -> {
            var answer = EntityUtils.toByteArray(response.getEntity());
            return response.getCode() == 200 && answer != null ? answer.length : 0;
        });
        if (length == 0) {
            throw new IOException("no answer");
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
