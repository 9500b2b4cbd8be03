package dev.fairlead.bench.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a server answers, made once.
 *
 * @param textLength how many characters the text of a tool's result has
 * @param tools how many tools there are
 * @param delayMillis how long an answer to a call takes
 */
public record Answers(int textLength, int tools, int delayMillis) {
    private static final int LINE_LENGTH = 100;

    /** Returns short answers, given at once. */
    public static Answers small() {
        return new Answers(4, 1, 0);
    }

    /** Returns these answers with a text of this length. */
    public Answers withText(int length) {
        return new Answers(length, tools, delayMillis);
    }

    /** Returns these answers with this many tools. */
    public Answers withTools(int count) {
        return new Answers(textLength, count, delayMillis);
    }

    /** Returns these answers, each given so much later. */
    public Answers after(int millis) {
        return new Answers(textLength, tools, millis);
    }

    /** Reads what {@link #words} wrote; nothing means small answers. */
    static Answers parse(String[] words) {
        if (words.length == 0) {
            return small();
        }
        var numbers = Arrays.stream(words).mapToInt(Integer::parseInt).toArray();
        return new Answers(numbers[0], numbers[1], numbers[2]);
    }

    /** Returns the arguments that tell a server's process to answer this way. */
    public String[] words() {
        return new String[] {String.valueOf(textLength), String.valueOf(tools), String.valueOf(delayMillis)};
    }

    /** Returns the members of a call's result, without the brace before and with the two after. */
    byte[] called() {
        return ascii("\"content\":[{\"type\":\"text\",\"text\":\"" + text() + "\"}],\"isError\":false}}");
    }

    /** Returns the members of the list of tools, alike. */
    byte[] listed() {
        return ascii("\"tools\":[" + allTools() + "]}}");
    }

    /** Returns the same as the modern era wants it. Earlier ones must not have it: some clients would not ask again. */
    byte[] listedToKeep() {
        return ascii("\"ttlMs\":3600000,\"cacheScope\":\"private\",\"tools\":[" + allTools() + "]}}");
    }

    private String allTools() {
        return IntStream.range(0, tools).mapToObj(Answers::tool).collect(Collectors.joining(","));
    }

    private String text() {
        if (textLength == 4) {
            return "pong";
        }
        var text = new StringBuilder(textLength + textLength / LINE_LENGTH);
        for (int i = 1; i <= textLength; i++) {
            text.append(i % LINE_LENGTH == 0 ? "\\n" : i % 7 == 0 ? " " : String.valueOf((char) ('a' + i % 26)));
        }
        return text.toString();
    }

    private static String tool(int number) {
        if (number == 0) {
            return "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}}";
        }
        return "{\"name\":\"tool_" + number + "\",\"title\":\"Tool " + number + "\",\"description\":\"Looks up record "
                + number + " in the collection and returns what was found, newest first.\",\"inputSchema\":{"
                + "\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\",\"description\":\"What to look"
                + " for.\"},\"limit\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":100,\"default\":10},\"order\":{"
                + "\"type\":\"string\",\"enum\":[\"newest\",\"oldest\",\"best\"]}},\"required\":[\"query\"]}}";
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
