package dev.fairlead.rules;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.fairlead.testkit.Verifies;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Tags;
import org.junit.platform.commons.annotation.Testable;

/** The requirements that tests say they prove. */
final class Citations {

    private static final Path TESTS = Path.of("src", "test", "java");

    private final Map<String, Set<String>> tests = new TreeMap<>();

    private Citations() {}

    /** Returns the tests that run in any module, by the id they cite. */
    static Map<String, Set<String>> ofAllModules(Path root) throws IOException {
        return in(new ClassFileImporter().importPaths(compiledTests(root)));
    }

    /** Returns those of the tests that run, by the id they cite. */
    static Map<String, Set<String>> in(JavaClasses types) {
        var citations = new Citations();
        types.forEach(citations::addAll);
        return citations.tests;
    }

    /** Finds the compiled tests of the other modules, which are all built before this one. */
    private static List<Path> compiledTests(Path root) throws IOException {
        var own = root.resolve("rules");
        // Wherever this module keeps them, the others do too.
        var compiled = own.relativize(ownClasses());
        var folders = new ArrayList<Path>();
        try (Stream<Path> modules = Files.list(root)) {
            for (var module : modules.sorted().toList()) {
                if (Files.isDirectory(module.resolve(TESTS)) && !module.equals(own)) {
                    var folder = module.resolve(compiled);
                    if (!Files.isDirectory(folder)) {
                        throw new IllegalStateException("tests not compiled, build all modules: " + folder);
                    }
                    folders.add(folder);
                }
            }
        }
        return folders;
    }

    private static Path ownClasses() {
        return Path.of(URI.create(Citations.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
    }

    private void addAll(JavaClass type) {
        if (isOff(type)) {
            return;
        }
        for (var method : type.getMethods()) {
            if (isRun(method)) {
                cite(method.getAnnotations(), type.getSimpleName() + "." + method.getName());
                for (var around = type;
                        around != null;
                        around = around.getEnclosingClass().orElse(null)) {
                    cite(around.getAnnotations(), around.getSimpleName());
                }
            }
        }
    }

    private void cite(Set<? extends JavaAnnotation<?>> annotations, String test) {
        for (var annotation : annotations) {
            for (var id : ids(annotation)) {
                tests.computeIfAbsent(id, unseen -> new TreeSet<>()).add(test);
            }
        }
    }

    private static List<String> ids(JavaAnnotation<?> annotation) {
        var kind = annotation.getRawType();
        if (kind.isEquivalentTo(Verifies.class)) {
            return List.of(annotation.as(Verifies.class).value());
        }
        if (kind.isEquivalentTo(Tag.class)) {
            return Stream.of(annotation.as(Tag.class).value())
                    .filter(Requirement::isId)
                    .toList();
        }
        if (kind.isEquivalentTo(Tags.class)) {
            return Stream.of(annotation.as(Tags.class).value())
                    .map(Tag::value)
                    .filter(Requirement::isId)
                    .toList();
        }
        return List.of();
    }

    private static boolean isRun(JavaMethod method) {
        return (method.isAnnotatedWith(Testable.class) || method.isMetaAnnotatedWith(Testable.class))
                && !method.isAnnotatedWith(Disabled.class);
    }

    private static boolean isOff(JavaClass type) {
        return type.isAnnotatedWith(Disabled.class)
                || type.getEnclosingClass().map(Citations::isOff).orElse(false);
    }
}
