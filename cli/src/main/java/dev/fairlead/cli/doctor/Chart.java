package dev.fairlead.cli.doctor;

import dev.fairlead.cli.doctor.Check.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was found out about one server, or about the machine, in the order in which it was looked at. */
final class Chart {
    private final String subject;
    private final boolean server;
    private final List<Check> checks = new ArrayList<>();

    private Chart(String subject, boolean server) {
        this.subject = subject;
        this.server = server;
    }

    static Chart ofMachine() {
        return new Chart("this machine", false);
    }

    static Chart ofServer(String name) {
        return new Chart(name, true);
    }

    /** Adds what was found out. */
    Chart add(Check check) {
        checks.add(check);
        return this;
    }

    /** Notes that nothing was found out about these, where something already failed. */
    Chart skip(List<String> names) {
        cause().ifPresent(cause ->
                names.forEach(name -> add(Check.skipped(name, "not tried: %s failed".formatted(cause.name())))));
        return this;
    }

    String subject() {
        return subject;
    }

    boolean isServer() {
        return server;
    }

    List<Check> checks() {
        return List.copyOf(checks);
    }

    boolean has(String name) {
        return checks.stream().anyMatch(check -> check.name().equals(name));
    }

    /** Returns the first failure, which all later ones may come from. */
    Optional<Check> cause() {
        return checks.stream().filter(check -> check.state() == State.FAILED).findFirst();
    }
}
