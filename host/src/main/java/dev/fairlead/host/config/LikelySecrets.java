package dev.fairlead.host.config;

import java.util.ArrayList;
import java.util.List;

/** Finds what an entry holds as it is and should rather take from elsewhere. */
public final class LikelySecrets {
    private LikelySecrets() {}

    /** Returns the fields of a server that most likely hold a secret, and not a variable for it. */
    public static List<String> fields(ServerConfig server) {
        var fields = new ArrayList<String>();
        switch (server.endpoint()) {
            case Endpoint.Command command -> {
                for (int i = 0; i < command.arguments().size(); i++) {
                    if (isSecret("", command.arguments().get(i))) {
                        fields.add("args[%d]".formatted(i));
                    }
                }
                command.environment().forEach((name, value) -> {
                    if (value != null && isSecret(name, value)) {
                        fields.add("env." + name);
                    }
                });
            }
            case Endpoint.Address address -> {
                if (!UrlText.withoutUser(address.url()).equals(address.url())
                        || !UrlText.keys(address.url()).isEmpty()) {
                    fields.add("url");
                }
                address.headers().forEach((name, value) -> {
                    if (isSecret(name, value)) {
                        fields.add("headers." + name);
                    }
                });
                var oauth = address.oauth();
                if (oauth != null
                        && oauth.clientSecret() != null
                        && !oauth.clientSecret().contains("${")) {
                    fields.add("oauth.clientSecret");
                }
            }
            case Endpoint.Own own -> {}
        }
        return fields;
    }

    private static boolean isSecret(String name, String value) {
        return !value.isEmpty() && !value.contains("${") && Secrecy.isSecret(name, value);
    }
}
