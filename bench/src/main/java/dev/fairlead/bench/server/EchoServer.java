package dev.fairlead.bench.server;

import static dev.fairlead.bench.server.Answers.ascii;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The fastest server there is: it looks for the id and the method of a line and answers with ready-made bytes. */
public final class EchoServer {
    /** The tool that tells how many messages have come, this one among them, and how often there was something to read. */
    public static final String COUNT_TOOL = "count";

    private static final byte[] PREFIX = ascii("{\"jsonrpc\":\"2.0\",\"id\":");
    private static final byte[] RESULT = ascii(",\"result\":{");
    private static final byte[] UNKNOWN = ascii(",\"error\":{\"code\":-32601,\"message\":\"unknown\"}}");
    private static final byte[] HELLO = ascii(
            "\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}}");
    private static final byte[] LINE_END = {'\n'};

    private final byte[] called;
    private final byte[] listed;
    private final LineOutput output;
    private byte[] in = new byte[1 << 20];
    private int messages;
    private int reads;

    private EchoServer(Answers answers, LineOutput output) {
        this.called = answers.called();
        this.listed = answers.listed();
        this.output = output;
    }

    /** Returns the command that starts this server with the present JVM and class path. */
    public static List<String> command(Answers answers) {
        var command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                EchoServer.class.getName()));
        command.addAll(List.of(answers.words()));
        return command;
    }

    /** Serves until the input ends. */
    public static void main(String[] args) throws IOException {
        var answers = Answers.parse(args);
        try (var input = new FileInputStream(FileDescriptor.in);
                var output = new FileOutputStream(FileDescriptor.out)) {
            var lines = answers.delayMillis() == 0
                    ? new DirectOutput(output)
                    : DelayedOutput.start(output, answers.delayMillis());
            new EchoServer(answers, lines).serve(input);
        }
    }

    private void serve(FileInputStream input) throws IOException {
        int filled = 0;
        int count = input.read(in, filled, in.length - filled);
        while (count >= 0) {
            reads++;
            filled += count;
            int start = 0;
            for (int i = filled - count; i < filled; i++) {
                if (in[i] == '\n') {
                    messages++;
                    answer(start, i);
                    start = i + 1;
                }
            }
            System.arraycopy(in, start, in, 0, filled - start);
            filled -= start;
            output.flush();
            count = input.read(in, filled, in.length - filled);
        }
    }

    private void answer(int start, int end) throws IOException {
        int id = indexOf("\"id\":", start, end);
        if (id < 0) {
            return;
        }
        int idEnd = id;
        while (in[idEnd] != ',' && in[idEnd] != '}') {
            idEnd++;
        }
        output.append(PREFIX, 0, PREFIX.length);
        output.append(in, id, idEnd - id);
        if (indexOf("\"tools/call\"", start, end) >= 0) {
            result(indexOf("\"name\":\"" + COUNT_TOOL + "\"", start, end) < 0 ? called : counted());
        } else if (indexOf("\"tools/list\"", start, end) >= 0) {
            result(listed);
        } else if (indexOf("\"initialize\"", start, end) >= 0) {
            result(HELLO);
        } else {
            output.append(UNKNOWN, 0, UNKNOWN.length);
        }
        output.append(LINE_END, 0, 1);
        output.lineEnds();
    }

    private void result(byte[] members) throws IOException {
        output.append(RESULT, 0, RESULT.length);
        output.append(members, 0, members.length);
    }

    private byte[] counted() {
        return ascii(
                "\"content\":[{\"type\":\"text\",\"text\":\"" + messages + " " + reads + "\"}],\"isError\":false}}");
    }

    private int indexOf(String word, int start, int end) {
        for (int i = start; i + word.length() <= end; i++) {
            int k = 0;
            while (k < word.length() && in[i + k] == word.charAt(k)) {
                k++;
            }
            if (k == word.length()) {
                return i + k;
            }
        }
        return -1;
    }
}
