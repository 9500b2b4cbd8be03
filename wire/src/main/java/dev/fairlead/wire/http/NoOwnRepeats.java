package dev.fairlead.wire.http;

import okhttp3.Request;
import okhttp3.Response;

/**
 * Keeps OkHttp from acting on {@code Retry-After} by itself, which no setting does.
 *
 * <p>At {@code 503} it repeats a request at once if the header says 0 and the body is not one-shot, and fails with a
 * {@link NumberFormatException} if the number is larger than an int.
 */
final class NoOwnRepeats {
    private static final String HEADER = "Retry-After";

    private NoOwnRepeats() {}

    /** Returns a response without what OkHttp would act upon. */
    static Response without(Response response) {
        var value = response.header(HEADER);
        if (value == null || !value.matches("[0-9]+")) {
            return response;
        }
        var digits = value.replaceFirst("^0+", "");
        if (digits.isEmpty() && repeatable(response.request())) {
            return response.newBuilder().removeHeader(HEADER).build();
        }
        return digits.length() >= String.valueOf(Integer.MAX_VALUE).length()
                ? response.newBuilder().header(HEADER, "999999999").build()
                : response;
    }

    private static boolean repeatable(Request request) {
        var body = request.body();
        return body == null || !body.isOneShot();
    }
}
