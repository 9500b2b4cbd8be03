package dev.fairlead.cli.shell;

import dev.fairlead.client.McpClient;
import dev.fairlead.client.handler.ConnectionState;
import dev.fairlead.protocol.ServerEvent;
import dev.fairlead.protocol.SubscriptionFilter;
import dev.fairlead.protocol.error.McpException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** A connection that stays, and what was read over it for those who type. */
final class Kept {
    private final String label;
    private final McpClient client;
    private final Switchboard switchboard;
    private final List<Runnable> closings = new ArrayList<>();
    private final ConcurrentMap<String, Object> known = new ConcurrentHashMap<>();

    Kept(String label, McpClient client, Switchboard switchboard) {
        this.label = label;
        this.client = client;
        this.switchboard = switchboard;
    }

    McpClient client() {
        return client;
    }

    Switchboard switchboard() {
        return switchboard;
    }

    String label() {
        return label;
    }

    boolean usable() {
        return client.state() instanceof ConnectionState.Ready;
    }

    /** Has something closed after the connection. */
    void onClose(Runnable closing) {
        closings.add(closing);
    }

    /** Returns something that the server was asked for, and asks it only once until something changes. */
    @SuppressWarnings("unchecked") // One name always has one type.
    <T> List<T> known(String name, Function<McpClient, List<T>> asking) {
        return (List<T>) known.computeIfAbsent(name, unknown -> asking.apply(client));
    }

    void forget() {
        known.clear();
    }

    /** Tells what changes at the server for as long as the connection lasts. */
    void listen(Consumer<String> notices) {
        Thread.ofVirtual().name("fairlead-news").start(() -> {
            try (var news = client.subscribe(SubscriptionFilter.all())) {
                for (var event = news.next(); event.isPresent(); event = news.next()) {
                    forget();
                    notices.accept("server '%s': %s".formatted(label, words(event.get())));
                }
            } catch (McpException none) {
                return; // Not every server has news.
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
        });
    }

    void close() {
        switchboard.leave();
        client.close();
        closings.forEach(Runnable::run);
    }

    private static String words(ServerEvent event) {
        return switch (event) {
            case ServerEvent.ToolsChanged tools -> "its tools changed";
            case ServerEvent.PromptsChanged prompts -> "its prompts changed";
            case ServerEvent.ResourcesChanged resources -> "its resources changed";
            case ServerEvent.ResourceUpdated(var uri) -> "%s changed".formatted(uri);
        };
    }
}
