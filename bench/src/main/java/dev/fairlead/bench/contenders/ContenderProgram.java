package dev.fairlead.bench.contenders;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One contender in a process of its own. Each line of the input is a command, each is answered by a line with a JSON object
 * of figures, or with a member {@code error}:
 *
 * <ul>
 *   <li>{@code calls MILLIS WIDTH}: calls on one connection, WIDTH under way at a time
 *   <li>{@code lists MILLIS}: lists of tools on one connection
 *   <li>{@code schemas MILLIS}: the same, and every schema looked into
 *   <li>{@code connects MILLIS}: connections, each opened, asked for its tools, and closed; only the closing is not timed
 *   <li>{@code many COUNT}: opens that many connections and tells what each costs; lines with {@code at} tell how far it is
 *   <li>{@code first}: connects and makes one call
 * </ul>
 */
public final class ContenderProgram {
    private static final int WARMING_CONNECTIONS = 5;
    private static final long REST_NANOS = 1_000_000_000;

    private final Contender contender;
    private final Address address;
    private final PrintStream answers;
    private @Nullable Client client;
    private final List<Client> open = new ArrayList<>();

    private ContenderProgram(Contender contender, Address address, PrintStream answers) {
        this.contender = contender;
        this.address = address;
        this.answers = answers;
    }

    /** Serves {@code args[0]}, which the rest tells about the server. */
    public static void main(String[] args) throws IOException {
        var answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err); // Whatever a library prints is no answer.
        var program = new ContenderProgram(Contender.of(args[0]), Address.parse(args, 1), answers);
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = commands.readLine(); line != null; line = commands.readLine()) {
            answers.println(program.answer(line.split(" ", -1)));
        }
        System.exit(0); // Whatever still runs is of no interest.
    }

    private String answer(String[] words) {
        try {
            return json(run(words));
        } catch (Exception failure) {
            failure.printStackTrace();
            return "{\"error\":\"" + escaped(String.valueOf(failure)) + "\"}";
        }
    }

    private Map<Figure, Double> run(String[] words) throws Exception {
        return switch (words[0]) {
            case "calls" -> Batch.calls(client(), Long.parseLong(words[1]), Integer.parseInt(words[2]));
            case "lists" -> {
                var listing = client();
                yield Batch.steps(Long.parseLong(words[1]), () -> {
                    long start = System.nanoTime();
                    int ignored = listing.list();
                    return System.nanoTime() - start;
                });
            }
            case "schemas" -> {
                var listing = client();
                yield Batch.steps(Long.parseLong(words[1]), () -> {
                    long start = System.nanoTime();
                    listing.listAndRead();
                    return System.nanoTime() - start;
                });
            }
            case "connects" -> Batch.steps(Long.parseLong(words[1]), this::connect);
            case "many" -> many(Integer.parseInt(words[1]));
            case "first" -> {
                client().call();
                yield Map.of();
            }
            default -> throw new IllegalArgumentException("there is no command " + words[0]);
        };
    }

    private Client client() throws Exception {
        var connected = client == null ? contender.connect(address) : client;
        client = connected;
        return connected;
    }

    private long connect() throws Exception {
        long start = System.nanoTime();
        try (var fresh = contender.connect(address)) {
            int ignored = fresh.list();
            return System.nanoTime() - start;
        }
    }

    private Map<Figure, Double> many(int count) throws Exception {
        // What is loaded once is not the price of a connection.
        for (int i = 0; i < WARMING_CONNECTIONS; i++) {
            try (var warming = contender.connect(address)) {
                warming.call();
            }
        }
        var before = Footprint.now();
        for (int i = 1; i <= count; i++) {
            var fresh = contender.connect(address);
            fresh.call();
            open.add(fresh);
            answers.println("{\"at\":" + i + "}");
        }
        LockSupport.parkNanos(REST_NANOS); // What it costs to have them, not to have just used them.
        var cost = Footprint.now().since(before);
        var figures = new EnumMap<Figure, Double>(Figure.class);
        figures.put(Figure.THREADS, (double) cost.platformThreads() / count);
        figures.put(Figure.RSS, (double) cost.resident() / count);
        figures.put(Figure.HEAP, (double) cost.heap() / count);
        return figures;
    }

    private static String json(Map<Figure, Double> figures) {
        return figures.entrySet().stream()
                .filter(figure -> Double.isFinite(figure.getValue()))
                .map(figure ->
                        "\"" + figure.getKey().id() + "\":" + String.format(Locale.ROOT, "%.3f", figure.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String escaped(String text) {
        return text.replace('\\', '/').replace('"', '\'').replaceAll("\\p{Cntrl}+", " ");
    }
}
