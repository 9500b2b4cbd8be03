package dev.fairlead.testkit.process;

import java.util.List;
import java.util.stream.Stream;

/**
 * The names of the threads that live in this program, virtual ones included.
 *
 * <p>The JDK's dump of threads has them too, but looks at their stacks, and JDK 25.0.3 crashes once in a while when a virtual one
 * leaves its carrier meanwhile. So this asks for the threads alone, where the dump finds them; the JVM must be started with
 * {@code --add-exports=java.base/jdk.internal.vm=ALL-UNNAMED}.
 */
public final class ThreadNames {
    private ThreadNames() {}

    /** Lists the names of all threads that are alive. */
    public static List<String> all() {
        try {
            var root = Class.forName("jdk.internal.vm.ThreadContainers")
                    .getMethod("root")
                    .invoke(null);
            return threads(Class.forName("jdk.internal.vm.ThreadContainer"), root)
                    .map(Thread::getName)
                    .toList();
        } catch (ReflectiveOperationException unknown) {
            throw new IllegalStateException("this JVM does not tell its threads", unknown);
        }
    }

    private static Stream<Thread> threads(Class<?> type, Object container) throws ReflectiveOperationException {
        var threads = ((Stream<?>) type.getMethod("threads").invoke(container)).map(Thread.class::cast);
        for (var child : ((Stream<?>) type.getMethod("children").invoke(container)).toList()) {
            threads = Stream.concat(threads, threads(type, child));
        }
        return threads;
    }
}
