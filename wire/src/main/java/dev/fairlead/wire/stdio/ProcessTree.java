package dev.fairlead.wire.stdio;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A process and the descendants that were seen below it; they are known by their start, so a reused pid is another. */
final class ProcessTree {

    private final ProcessHandle root;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();
    private final Set<ProcessHandle> asked = ConcurrentHashMap.newKeySet();
    private @Nullable Thread hook;

    ProcessTree(Process process) {
        root = process.toHandle();
        seen.add(root);
    }

    /** Remembers the descendants of this moment. */
    void look() {
        var descendants = root.descendants().toList();
        lock.lock();
        try {
            seen.addAll(descendants);
        } finally {
            lock.unlock();
        }
    }

    /** Asks those that still run, and were not asked before, to end; returns the pids of all that run. */
    List<Long> ask() {
        var running = running();
        // A second time cuts the orderly shutdown of many servers short.
        running.stream().filter(asked::add).forEach(ProcessHandle::destroy);
        return running.stream().map(ProcessHandle::pid).toList();
    }

    /** Asks those that still run to end, waits, and forces the rest. */
    void end(Duration grace) throws InterruptedException {
        look();
        if (grace.isPositive()) {
            var ignored = ask();
            await(grace);
            look();
        }
        running().forEach(ProcessHandle::destroyForcibly);
    }

    /** Has the tree ended by force when this JVM exits in an orderly way. */
    void endWithThisJvm() {
        var thread = new Thread(this::force, "fairlead-end");
        lock.lock();
        try {
            Runtime.getRuntime().addShutdownHook(thread);
            hook = thread;
        } catch (IllegalStateException e) {
            Remarks.debug("the JVM is already going down", e);
        } finally {
            lock.unlock();
        }
    }

    /** Takes back what was arranged for the exit of this JVM. */
    void forget() {
        lock.lock();
        try {
            if (hook != null) {
                Runtime.getRuntime().removeShutdownHook(hook);
                hook = null;
            }
        } catch (IllegalStateException e) {
            Remarks.debug("the JVM is already going down", e);
        } finally {
            lock.unlock();
        }
    }

    /** Forces those that still run to end, and does not wait. */
    void force() {
        look();
        running().forEach(ProcessHandle::destroyForcibly);
    }

    private List<ProcessHandle> running() {
        lock.lock();
        try {
            return seen.stream().filter(ProcessHandle::isAlive).toList();
        } finally {
            lock.unlock();
        }
    }

    private void await(Duration limit) throws InterruptedException {
        var exits = running().stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(exits).get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            Remarks.debug("some processes did not end when they were asked to", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for an exit cannot fail", e);
        }
    }
}
