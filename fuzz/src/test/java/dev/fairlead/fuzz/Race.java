package dev.fairlead.fuzz;

import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Has Lincheck play through what threads may do to an object at the same time: it switches between them at one step after
 * the other, and whatever they see must be what they could have seen one after the other.
 */
public final class Race {
    private static final int ROUNDS = Integer.getInteger("race.rounds", 100);

    private Race() {}

    /**
     * Plays races, each in as many orders as there are, or as rounds were asked for.
     *
     * @param scene the object, by a constructor without parameters, and what can be done to it
     * @param races what is done before, by threads at the same time, and afterwards, as in {@code "open; ask | close; outcome"}
     */
    public static void play(Class<?> scene, String... races) {
        var options = new ModelCheckingOptions().iterations(0).invocationsPerIteration(ROUNDS);
        for (var race : races) {
            options = options.addCustomScenario(scenario(scene, race));
        }
        options.check(scene);
    }

    /** Plays a race of threads that it starts itself; whoever waits for ever, or throws, has lost. */
    public static void play(Runnable race) {
        Lincheck.runConcurrentTest(ROUNDS, race);
    }

    private static ExecutionScenario scenario(Class<?> scene, String race) {
        var parts = race.split(";", -1);
        var threads = Stream.of(parts[1].split("\\|", -1))
                .map(thread -> actors(scene, thread))
                .toList();
        return new ExecutionScenario(actors(scene, parts[0]), threads, actors(scene, parts[2]), null);
    }

    private static List<Actor> actors(Class<?> scene, String names) {
        return Stream.of(names.split(" ", -1))
                .filter(name -> !name.isEmpty())
                .map(name -> actor(scene, name))
                .toList();
    }

    private static Actor actor(Class<?> scene, String name) {
        try {
            return new Actor(scene.getMethod(name), List.of());
        } catch (NoSuchMethodException misspelt) {
            throw new IllegalArgumentException(misspelt);
        }
    }
}
