package dev.fairlead.wire.http;

/**
 * What a request is made to.
 *
 * @param server the address of the server, as the user gave it
 * @param name how texts name the server
 * @param method of HTTP
 * @param url where this request goes, in the server's own origin
 */
public record HttpTarget(String server, String name, String method, String url) {

    /** Names the server; what else is in a URL may be secret. */
    @Override
    public String toString() {
        return name;
    }
}
