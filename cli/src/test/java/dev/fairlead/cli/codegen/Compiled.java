package dev.fairlead.cli.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Sources after the compiler, which tolerates no warning and writes nothing to disk. */
final class Compiled extends ClassLoader {
    private static final List<String> OPTIONS = List.of(
            "--release",
            "21",
            "-proc:none",
            "-Werror",
            "-Xlint:all,-path,-classfile,-options",
            "-Xdoclint:all,-missing",
            "-classpath",
            System.getProperty("java.class.path"));

    private final Map<String, byte[]> classes;

    private Compiled(Map<String, byte[]> classes) {
        super(Compiled.class.getClassLoader());
        this.classes = classes;
    }

    /** Compiles sources and fails if anything is said about them. */
    static Compiled of(List<SourceFile> files) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var said = new DiagnosticCollector<JavaFileObject>();
        var memory = new Memory(compiler.getStandardFileManager(said, null, null));
        var units = files.stream().map(InMemory::new).toList();
        boolean good =
                compiler.getTask(null, memory, said, OPTIONS, null, units).call();
        var problems = new ArrayList<String>();
        for (Diagnostic<?> one : said.getDiagnostics()) {
            problems.add(one.toString());
        }
        assertThat(problems).as("what the compiler says").isEmpty();
        assertThat(good).isTrue();
        return new Compiled(memory.bytes());
    }

    /** Loads and initialises every class and returns how many there are. */
    int initialise() throws ClassNotFoundException {
        for (var name : classes.keySet()) {
            Class.forName(name, true, this);
        }
        return classes.size();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        var bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private static final class InMemory extends SimpleJavaFileObject {
        private final String text;

        InMemory(SourceFile file) {
            super(URI.create("memory:///" + file.path()), Kind.SOURCE);
            this.text = file.text();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Output extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Output(String name) {
            super(URI.create("memory:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, Output> outputs = new TreeMap<>();

        Memory(StandardJavaFileManager files) {
            super(files);
        }

        Map<String, byte[]> bytes() {
            var all = new TreeMap<String, byte[]>();
            outputs.forEach((name, output) -> all.put(name, output.bytes.toByteArray()));
            return all;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return outputs.computeIfAbsent(name, Output::new);
        }
    }
}
