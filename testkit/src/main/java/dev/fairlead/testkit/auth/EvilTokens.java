package dev.fairlead.testkit.auth;

import tools.jackson.databind.node.ObjectNode;

/** Token responses that no client should take as they are. */
final class EvilTokens {
    private EvilTokens() {}

    /** Returns the text of a response made from an honest one. */
    static String response(int variant, ObjectNode honest) {
        var token = honest.path("access_token").asString("");
        return switch (variant) {
            case 0 -> honest.put("access_token", token + "\r\nX-Injected: yes").toString();
            case 1 -> honest.put("access_token", "").toString();
            case 2 -> honest.put("access_token", 42).toString();
            case 3 -> honest.put("access_token", "a".repeat(1 << 20)).toString();
            case 4 -> without(honest, "token_type");
            case 5 -> honest.put("token_type", "mac").toString();
            case 6 -> honest.put("expires_in", -1).toString();
            case 7 -> honest.put("expires_in", Long.MAX_VALUE).toString();
            case 8 -> honest.put("expires_in", "3600").toString();
            case 9 -> honest.put("expires_in", "NaN").toString();
            case 10 -> honest.put("scope", "a\"b \\ \u0007 \u00e9 \r\n").toString();
            case 11 -> honest.put("refresh_token", "r\r\nX-Injected: yes").toString();
            case 12 -> "[" + honest + "]";
            default -> "{\"access_token\":\"first\"," + honest.toString().substring(1);
        };
    }

    private static String without(ObjectNode honest, String member) {
        honest.remove(member);
        return honest.toString();
    }
}
