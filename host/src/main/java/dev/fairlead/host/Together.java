package dev.fairlead.host;

import java.util.List;

/** Does several things at once, and waits for all of them whatever happens. */
final class Together {
    private Together() {}

    /** Runs everything to its end; an interruption is kept for later. */
    static void run(List<Runnable> tasks) {
        await(begin(tasks));
    }

    /** Begins everything. */
    static List<Thread> begin(List<Runnable> tasks) {
        return tasks.stream().map(Thread::startVirtualThread).toList();
    }

    /** Waits for the end of everything; an interruption is kept for later. */
    static void await(List<Thread> threads) {
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
