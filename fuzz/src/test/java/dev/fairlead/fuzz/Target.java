package dev.fairlead.fuzz;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A test that takes any bytes, what it is known to be interested in, and the words that mean something to it.
 *
 * @param method the test
 */
record Target(Method method) {

    /** Lists the targets of a class. */
    static List<Target> of(Class<?> tests) {
        return Stream.of(tests.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(FuzzTest.class))
                .map(Target::new)
                .toList();
    }

    /** Returns the files kept for it, which are where Jazzer looks for them. */
    List<byte[]> corpus() throws IOException {
        var tests = method.getDeclaringClass();
        var place = tests.getResource(tests.getSimpleName() + "Inputs/" + method.getName());
        if (place == null) {
            throw new IOException("there is no corpus for " + this);
        }
        try (var files = Files.list(Path.of(place.toURI()))) {
            var contents = new ArrayList<byte[]>();
            for (var file : files.sorted().toList()) {
                contents.add(Files.readAllBytes(file));
            }
            return contents;
        } catch (URISyntaxException impossible) {
            throw new IOException(impossible);
        }
    }

    /** Returns its words; none has a line end or a tab in it, as the fuzzer cannot read those. */
    List<String> words() {
        return Stream.of(method.getAnnotationsByType(DictionaryEntries.class))
                .flatMap(dictionary -> Stream.of(dictionary.value()))
                .toList();
    }

    /** Shows it an input. */
    void meet(byte[] input) throws Exception {
        var maker = method.getDeclaringClass().getDeclaredConstructor();
        maker.setAccessible(true);
        method.setAccessible(true);
        try {
            method.invoke(maker.newInstance(), (Object) input);
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof Error broken) {
                throw broken;
            }
            throw (Exception) failed.getCause();
        }
    }

    @Override
    public String toString() {
        return method.getDeclaringClass().getSimpleName() + "#" + method.getName();
    }
}
