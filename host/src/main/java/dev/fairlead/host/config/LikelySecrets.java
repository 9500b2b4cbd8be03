package dev.fairlead.host.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds what an entry holds as it is and should rather take from elsewhere. */
public final class LikelySecrets {
    private static final String HIDDEN = "••••";

    private static final Pattern NAME = Pattern.compile("[^=\\s]++=|[A-Za-z0-9-]++: ");
    private static final Pattern PLAIN = Pattern.compile("[^\\s'\"\\\\|&;<>()*?`#!]+");

    private LikelySecrets() {}

    /** Returns the fields of a server that most likely hold a secret, and not a variable for it. */
    public static List<String> fields(ServerConfig server) {
        var fields = new ArrayList<String>();
        switch (server.endpoint()) {
            case Endpoint.Command command -> {
                var arguments = arguments(command);
                for (int i = 0; i < arguments.size(); i++) {
                    if (arguments.get(i).hidden) {
                        fields.add("args[%s]".formatted(i));
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
        var line = new StringBuilder(typed(command.program()));
        arguments(command)
                .forEach(argument ->
                        line.append(' ').append(argument.hidden ? argument.name + HIDDEN : typed(argument.text)));
        return line.toString();
    }

    /** Returns a word as somebody would type it for a shell. */
    private static String typed(String word) {
        var plain = word.replace("$$", "$");
        return PLAIN.matcher(plain).matches() ? plain : "'" + plain.replace("'", "'\\''") + "'";
    }

    /**
     * A word of a command.
     *
     * @param name what is not secret at its beginning
     */
    private record Argument(String text, String name, boolean hidden) {}

    private static List<Argument> arguments(Endpoint.Command command) {
        var arguments = new ArrayList<Argument>();
        boolean secretFollows = false;
        for (var text : command.arguments()) {
            boolean option = text.startsWith("-");
            boolean given = secretFollows && !option && !text.contains("${");
            var named = NAME.matcher(text);
            boolean hasName = named.lookingAt();
            var name = hasName && !given && !Secrecy.looksSecret(named.group()) ? named.group() : "";
            arguments.add(new Argument(text, name, given || holdsSecret(text)));
            secretFollows = option && !hasName && Secrecy.soundsSecret(text);
        }
        return arguments;
    }

    /**
     * Tells whether a word is a secret, has the name of one before it, or is an address with a password in it; so is what
     * follows a name, which may begin with a name again. Files of others are judged by this before anybody was asked, so
     * each character is looked at a few times only, however many names there are.
     */
    private static boolean holdsSecret(String text) {
        int lastVariable = text.lastIndexOf("${");
        boolean random = false;
        boolean judged = false;
        var name = NAME.matcher(text);
        for (int from = 0; from < text.length(); from = name.end()) {
            boolean plain = lastVariable < from; // What takes it from elsewhere holds none.
            if (plain && !judged) {
                random = Secrecy.looksSecret(text.substring(from)); // If this is not, no later part of it is.
                judged = true;
            }
            if (random || (plain && Secrecy.namesScheme(text, from)) || UrlText.hasUser(text, from)) {
                return true;
            }
            if (!name.region(from, text.length()).lookingAt()) {
                return false;
            }
            boolean named = lastVariable < name.end() && Secrecy.soundsSecret(name.group());
            if (named && isSecret(name.group(), text.substring(name.end()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSecret(String name, String value) {
        return !value.isEmpty() && !value.contains("${") && Secrecy.isSecret(name, value);
    }
}
