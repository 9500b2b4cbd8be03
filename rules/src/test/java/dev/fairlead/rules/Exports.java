package dev.fairlead.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** What the modules show to their users. */
final class Exports {

    private static final Set<String> PACKAGES = packages();

    private Exports() {}

    /** Matches the classes of the packages that a module of ours exports to everybody. */
    static DescribedPredicate<JavaClass> areExported() {
        return DescribedPredicate.describe("are exported", type -> PACKAGES.contains(type.getPackageName()));
    }

    /** Tells whether a type may be part of an exported signature. */
    static boolean mayBeShown(JavaClass type) {
        var home = type.getPackageName();
        return type.isPrimitive()
                || home.startsWith("java.")
                || home.equals("javax.sql")
                || home.startsWith("dev.fairlead.")
                || home.equals("org.jspecify.annotations")
                || home.equals("tools.jackson.databind.node")
                || type.getName().equals("tools.jackson.databind.JsonNode");
    }

    private static Set<String> packages() {
        var packages = new HashSet<String>();
        try {
            var loader = Exports.class.getClassLoader();
            for (var descriptor : Collections.list(loader.getResources("module-info.class"))) {
                try (var bytes = descriptor.openStream()) {
                    var module = ModuleDescriptor.read(bytes);
                    if (module.name().startsWith("dev.fairlead.")) {
                        module.exports().stream()
                                .filter(export -> !export.isQualified())
                                .forEach(export -> packages.add(export.source()));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the modules cannot be read", e);
        }
        return Set.copyOf(packages);
    }
}
