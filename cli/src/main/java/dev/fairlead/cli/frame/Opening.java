package dev.fairlead.cli.frame;

import dev.fairlead.cli.frame.LoginOffer.Consent;
import dev.fairlead.cli.question.Answers;
import dev.fairlead.cli.question.Dialogue;
import dev.fairlead.cli.question.Setting;
import dev.fairlead.cli.text.Floor;
import dev.fairlead.client.ClientProfile;
import dev.fairlead.client.EraMemory;
import dev.fairlead.client.McpClient;
import dev.fairlead.client.VersionPolicy;
import dev.fairlead.client.handler.ConnectionListener;
import dev.fairlead.client.handler.Limits;
import dev.fairlead.protocol.ProtocolVersion;
import dev.fairlead.protocol.Root;
import dev.fairlead.wire.Transport;
import dev.fairlead.wire.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How the servers of a visit are connected to: by what was typed, and with whoever answers their questions. */
final class Opening {
    // Whoever has the answer wants the prompt back. A server that needs longer to end is asked to, and has its usual
    // time.
    private static final Duration GRACE = Duration.ofMillis(20);

    // Of one command: at the same address another server may be behind the next one.
    private final EraMemory eras = new EraMemory(InstantSource.system());
    private final Surroundings surroundings;
    private final ConnectionOptions connection;
    private final OutputOptions output;
    private final Consent consent;
    private final Floor floor;
    private final Narrator narrator;
    private final @Nullable Discretion discretion;
    private boolean checking = true;
    private boolean tasks;

    Opening(
            Surroundings surroundings,
            ConnectionOptions connection,
            OutputOptions output,
            Consent consent,
            Floor floor,
            Narrator narrator,
            @Nullable Discretion discretion) {
        this.surroundings = surroundings;
        this.connection = connection;
        this.output = output;
        this.consent = consent;
        this.floor = floor;
        this.narrator = narrator;
        this.discretion = discretion;
    }

    /** Has arguments sent as they are, whatever the tool's schema says. */
    void sendUnchecked() {
        checking = false;
    }

    /** Has servers know that calls may become tasks. */
    void speakOfTasks() {
        tasks = true;
    }

    boolean speaksOfTasks() {
        return tasks;
    }

    /** Returns where connections come from: those that are there, unless what was typed needs one of its own. */
    Connections connections() {
        boolean special = tasks
                || !checking
                || connection.protocol != null
                || connection.recording != null
                || output.verbose
                || !connection.roots.isEmpty()
                || !connection.forUrls().isEmpty();
        return special ? Connections.FRESH : surroundings.connections();
    }

    /** Connects, or takes a connection that is there. */
    McpClient open(Target target, Tape tape, Dialogue dialogue) {
        return open(connections(), target, tape, settings(target).handlers(dialogue.handlers()));
    }

    /** The same, with somebody else who hears of the connection. */
    McpClient open(Target target, Tape tape, Dialogue dialogue, ConnectionListener listener) {
        return open(
                connections(),
                target,
                tape,
                settings(target).handlers(dialogue.handlers()).listener(listener));
    }

    /** Connects for this alone, however many others are connected to meanwhile. */
    McpClient openAlone(Target target, Dialogue dialogue) {
        return Connections.FRESH.open(
                told(target.over(briefly(target.transport())), target.label() + " "),
                settings(target).handlers(dialogue.handlers()).build());
    }

    /** Connects as it is without anything around it, so that what is seen is the server's. */
    McpClient openBare(Target target, ConnectionListener listener) {
        return McpClient.connect(
                told(target, target.label() + " ").transport(),
                settings(target)
                        .handlers(Dialogue.declining())
                        .listener(output.verbose ? narrator.aboutConnection(listener) : listener)
                        .build());
    }

    /** Returns the same server, of which everything is told if that is wanted. */
    private Target told(Target target, String who) {
        if (!output.verbose || discretion == null) {
            return target;
        }
        var known = discretion.about(target);
        return known.over(WireLines.of(known.transport(), narrator, discretion, who));
    }

    private McpClient open(Connections from, Target target, Tape tape, ClientProfile.Builder profile) {
        // One that is left at once is not waited for as long.
        var left = from.last() ? target : target.over(briefly(target.transport()));
        if (discretion == null) {
            return from.open(left, profile.build());
        }
        var reached = tape.of(discretion.about(left));
        return from.open(
                output.verbose ? reached.over(WireLines.of(reached.transport(), narrator, discretion, "")) : reached,
                profile.build());
    }

    private static Transport briefly(Transport transport) {
        return transport instanceof StdioTransport process ? process.withGrace(GRACE) : transport;
    }

    /** Returns who puts the questions of a server to the person, or answers them as was typed. */
    Dialogue dialogue() {
        var roots = connection.roots.stream().map(Opening::root).toList();
        var setting = new Setting(
                surroundings.err(),
                surroundings.screen(),
                floor,
                surroundings.desktop().keyboard(surroundings.in(), surroundings.err()),
                () -> !output.json && surroundings.desktop().attended(),
                () -> surroundings.desktop().browser(),
                Answers.read(connection.answers),
                roots,
                ContentText::of);
        return new Dialogue(setting, Thread.currentThread()::interrupt);
    }

    private static Root root(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new UsageException("--root %s: there is no such folder".formatted(folder));
        }
        try {
            var whole = folder.toRealPath(); // A server is told where a link leads, which is what it could reach.
            return Root.of(
                    whole,
                    whole.getFileName() == null ? null : whole.getFileName().toString());
        } catch (IOException unreadable) {
            throw new UsageException("--root %s: this folder cannot be looked at".formatted(folder));
        }
    }

    private ClientProfile.Builder settings(Target target) {
        var profile = ClientProfile.builder()
                .versions(versions())
                .checkArguments(checking)
                .eraMemory(eras);
        if (target.tokens() != null) {
            profile.login(new LoginOffer(surroundings, target.tokens(), consent, !connection.login.noBrowser, floor));
        }
        if (tasks) {
            profile.tasks();
        }
        if (output.verbose) {
            profile.listener(narrator.aboutConnection());
        }
        if (connection.timeout != null) {
            profile.connectTimeout(connection.timeout);
            if (!connections().last()) { // Others will use that connection, who typed no limit.
                profile.limits(Limits.within(connection.timeout));
            }
        } else {
            target.pace().apply(profile);
        }
        return profile;
    }

    private VersionPolicy versions() {
        return pinned().map(VersionPolicy::exactly).orElseGet(VersionPolicy::automatic);
    }

    /** Returns the revision that was typed. */
    Optional<ProtocolVersion> pinned() {
        var pinned = connection.protocol;
        if (pinned == null) {
            return Optional.empty();
        }
        return Optional.of(ProtocolVersion.of(pinned)
                .orElseThrow(() -> new UsageException("there is no protocol revision '%s'; there are %s"
                        .formatted(
                                pinned,
                                ProtocolVersion.newestFirst().stream()
                                        .map(ProtocolVersion::id)
                                        .collect(Collectors.joining(", "))))));
    }
}
