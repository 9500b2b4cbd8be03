package dev.fairlead.testkit.auth;

import java.net.URI;

/** Addresses that no client should go to. */
final class EvilUrls {
    private EvilUrls() {}

    /** Returns an authorization endpoint made from an honest one; where a shell is tempted, it is to make this file. */
    static String authorize(int variant, String honest, String marker) {
        return switch (variant) {
            case 0 -> "javascript:alert(document.domain)//";
            case 1 -> "data:text/html,<script>alert(1)</script>";
            case 2 -> "file:///etc/passwd";
            case 3 ->
                honest + "?x=;$(touch " + marker + ")`touch " + marker + "`|touch " + marker + "&&touch " + marker;
            case 4 -> "--gpu-launcher=touch " + marker;
            case 5 -> honest + "?x=\"'&y='\" & touch " + marker + " & \"";
            case 6 -> honest + "?x=\r\nSet-Cookie: evil=1\r\n\r\n<script>";
            case 7 -> honest.replace("://", "://login.example.com@");
            case 8 -> honest + "?x=" + "a".repeat(1 << 18);
            case 9 -> "https://\u0430ccounts.example/authorize";
            default -> "http://login.example.com/authorize";
        };
    }

    /** Returns the issuer of an authorization server; those that lead to this machine lead to the canary. */
    static String issuer(int variant, String honest, String canary) {
        int port = URI.create(canary).getPort();
        return switch (variant) {
            case 0 -> "http://169.254.169.254/latest/meta-data";
            case 1 -> "http://10.0.0.1";
            case 2 -> "http://0x7f.1:" + port;
            case 3 -> "http://[::ffff:10.0.0.1]";
            case 4 -> "http://2130706433:" + port;
            case 5 -> honest + "@127.0.0.1:" + port;
            default -> "file:///etc/passwd";
        };
    }

    /** Returns a challenge that is hard to read. */
    static String challenge(int variant, String metadata, String canary) {
        return switch (variant) {
            case 0 -> "Bearer resource_metadata=\"" + metadata;
            case 1 -> "Bearer realm=\"" + "a".repeat(1 << 15) + "\", =, ,,";
            case 2 -> "Bearer error=\"\u0001\u001b[31m\u00ff\u0080\", \\\"=\u007f";
            case 3 -> "Bearer resource_metadata=\"" + canary + "\", resource_metadata=\"" + canary + "\"";
            case 4 -> "Negotiate abc==, Basic realm=\"a, Bearer b=\\\"c\", Bearer" + " ,".repeat(2000);
            default -> "Bearer error=\"<script>alert(1)</script>\", resource_metadata=\"javascript:alert(1)\"";
        };
    }
}
