package dev.fairlead.wire.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLException;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** What every call of an engine comes in and goes out by. */
final class Gate extends EventListener implements Interceptor {
    private final String userAgent;
    // From their start until their response is read or closed, which is longer than the engine's own list has them.
    private final Set<Call> inside = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Gate(String userAgent) {
        this.userAgent = userAgent;
    }

    /** Lets nobody in any more, and ends the calls that are inside. */
    void close() {
        // In this order: a call is inside before it looks.
        closed = true;
        inside.forEach(Call::cancel);
    }

    @Override
    public void callStart(Call call) {
        inside.add(call);
    }

    @Override
    public void callEnd(Call call) {
        inside.remove(call);
    }

    @Override
    public void callFailed(Call call, IOException failure) {
        inside.remove(call);
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        if (closed) {
            throw new IOException("this HTTP engine is closed");
        }
        var request = chain.request();
        var host = request.url().host();
        // Starting would cost a kept connection, as an interrupted thread closes what it touches.
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted(host, null);
        }
        if (request.header("User-Agent") == null) {
            request = request.newBuilder().header("User-Agent", userAgent).build();
        }
        try {
            return chain.proceed(request);
        } catch (IOException failure) {
            throw translated(failure, host);
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw undeclared(failure, host);
        }
    }

    private static IOException translated(IOException failure, String host) {
        // What the closing of its socket looks like to a thread differs with everything below.
        if (Thread.currentThread().isInterrupted()) {
            return interrupted(host, failure);
        }
        return failure instanceof SSLException distrust ? Distrust.explained(distrust, host) : failure;
    }

    /** Kotlin declares no exceptions: an interrupt ends the wait for a connection that another thread makes like this. */
    private static IOException undeclared(Exception failure, String host) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return interrupted(host, failure);
        }
        return new IOException(failure);
    }

    private static InterruptedIOException interrupted(String host, @Nullable Exception cause) {
        var interrupted = new InterruptedIOException("interrupted before %s answered".formatted(host));
        if (cause != null) {
            interrupted.initCause(cause);
        }
        return interrupted;
    }
}
