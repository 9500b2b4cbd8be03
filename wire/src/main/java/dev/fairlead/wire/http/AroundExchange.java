package dev.fairlead.wire.http;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/** What comes before and after each exchange on a connection; one step for both, as each step costs every call a microsecond. */
final class AroundExchange implements Interceptor {
    private final StaleCheck check = new StaleCheck();

    @Override
    public Response intercept(Chain chain) throws IOException {
        check.before(chain.connection());
        return NoOwnRepeats.without(chain.proceed(chain.request()));
    }
}
