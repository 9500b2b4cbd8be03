package dev.fairlead.wire.http;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** A request body that the engine must not repeat by itself, as what it asks for may have been carried out. */
final class OnceWritten extends RequestBody {
    private final MediaType type;
    private final byte[] bytes;

    OnceWritten(String type, byte[] bytes) {
        this.type = MediaType.get(type);
        this.bytes = bytes.clone();
    }

    @Override
    public MediaType contentType() {
        return type;
    }

    @Override
    public long contentLength() {
        return bytes.length;
    }

    @Override
    public boolean isOneShot() {
        return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        sink.write(bytes);
    }
}
