package dev.fairlead.host.config;

import java.util.ArrayList;
import java.util.List;

/** Finds what an entry holds as it is and should rather take from elsewhere. */
public final class LikelySecrets {
    private static final String HIDDEN = "••••";

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

    /** Returns where a server is reached, or what is started, on one line and without likely secrets. */
    public static String target(ServerConfig server) {
        return switch (server.endpoint()) {
            case Endpoint.Address address -> address.place();
            case Endpoint.Command command -> line(command);
            case Endpoint.Own own -> own.transport().server();
        };
    }

    private static String line(Endpoint.Command command) {
        var line = new StringBuilder(command.program());
        boolean secretFollows = false;
        for (var argument : command.arguments()) {
            int sign = argument.indexOf('=');
            var name = sign < 0 ? "" : argument.substring(0, sign);
            boolean option = argument.startsWith("-");
            boolean hidden = (secretFollows && !option && !argument.contains("${"))
                    || isSecret(name, argument.substring(sign + 1));
            line.append(' ').append(hidden ? (sign < 0 ? "" : name + "=") + HIDDEN : argument);
            secretFollows = option && sign < 0 && Secrecy.soundsSecret(argument);
        }
        return line.toString();
    }

    private static boolean isSecret(String name, String value) {
        return !value.isEmpty() && !value.contains("${") && Secrecy.isSecret(name, value);
    }
}
