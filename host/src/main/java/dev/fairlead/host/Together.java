package dev.fairlead.host;

import java.util.List;

/** Does several things at once, and waits for all of them whatever happens. */
final class Together {
    private Together() {}

    /** Runs everything to its end; an interruption is kept for later. */
    static void run(List<Runnable> tasks) {
        var threads = tasks.stream().map(Thread::startVirtualThread).toList();
        boolean interrupted = false;
        for (var thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
