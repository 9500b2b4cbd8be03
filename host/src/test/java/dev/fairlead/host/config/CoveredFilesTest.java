package dev.fairlead.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.protocol.error.CallCancelledException;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** Of which files a change is noticed after somebody agreed to a start. */
class CoveredFilesTest {
    @TempDir
    private Path project;

    private ConfigFingerprint fingerprint(String words, Scope scope, long most) {
        return fingerprint(List.of(words.split(" ", -1)), scope, most);
    }

    private ConfigFingerprint fingerprint(List<String> words, Scope scope, long most) {
        var texts = words.stream()
                .map(word -> Json.write(JsonNodeFactory.instance.stringNode(word)))
                .toList();
        var file = new ConfigReader(project, project)
                .read(
                        "{\"mcpServers\": {\"a\": {\"command\": %s, \"args\": [%s]}}}"
                                .formatted(texts.getFirst(), String.join(",", texts.subList(1, texts.size()))),
                        project.resolve("fairlead.json"),
                        Dialect.FAIRLEAD,
                        scope);
        var resolver = Resolver.of(Map.of("PATH", "/usr/bin"), project, project, SecretSource.NONE);
        return ConfigFingerprint.of(file.servers().getFirst(), resolver, most, false);
    }

    private ConfigFingerprint fingerprint(String words) {
        return fingerprint(words, Scope.PROJECT, FileContents.MOST_BYTES);
    }

    private Path write(String name, String content) throws IOException {
        var file = project.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    @ParameterizedTest
    @CsvSource({
        "node server.js, server.js",
        "node server, server.js",
        "node ./server, server.mjs",
        "node dist, dist/index.js",
        "node dist, dist/package.json",
        "tsx src/main, src/main.ts",
        "/usr/bin/node20 server, server.js",
        "python -m tools.files, tools/files.py",
        "python3.12 -m tools, tools/__main__.py",
        "python app, app/__main__.py",
        "python3 -um evil, evil.py",
        "python3 -mevil, evil.py",
        "python3 -W ignore -ImEvil, Evil.py",
        "python3 -m évil, évil.py",
        "python -m pkg.mod, pkg/__init__.py",
        "uv run --module evil, evil.py",
        "env python3 -m evil, evil.py",
        "poetry run python -m evil, evil.py",
        "timeout 9 node server, server.js",
        "env PYTHONPATH=d python3 ok.py, d/sitecustomize.py",
        "env -i PYTHONPATH=src python3 -m pkg.mod, src/pkg/mod.py",
        "sudo NODE_OPTIONS=--require=./hook node x.js, hook.js",
        "npm start, package.json",
        "npm --prefix web start, web/package.json",
        "make serve, Makefile",
        "uv run server.py, server.py",
        "uv --directory sub run main.py, sub/main.py",
        "docker compose up, compose.yaml",
        "java -jar app.jar, app.jar",
        "x --plugin=lib.so, lib.so",
        "x --config settings.toml, settings.toml",
        "node --require ./hook server.js, hook.js",
        // What an interpreter runs is code, whatever it is called.
        "node app.db, app.db",
        "node --require ./x.js app.db, app.db",
        "sh data.log, data.log",
        "env A=1 sh data.log, data.log",
    })
    void codeIsCovered(String words, String file) throws IOException {
        write("x.js", "0");
        write(file, "{\"a\": 1}");
        var before = fingerprint(words);
        assertThat(before.describe())
                .anyMatch(line -> line.startsWith(
                        "content of: " + Shown.text(project.resolve(file).toString()) + " ("));
        write(file, "{\"a\": 2}");
        assertThat(fingerprint(words).hash()).isNotEqualTo(before.hash());
    }

    @ParameterizedTest
    @CsvSource({
        "npx tool, node_modules/.bin/tool",
        "npx -y @scope/tool@1.2.3 --flag, node_modules/.bin/tool",
        "npx tool, .npmrc",
        "npm run mcp, .npmrc",
        "yarn mcp, .yarnrc.yml",
        "yarn mcp, .yarn/releases/yarn-4.0.0.cjs",
        "pnpm mcp, .pnpmfile.cjs",
        "uvx pkg, uv.toml",
        "uv run tool, .venv/bin/tool",
        "mvn exec:java, pom.xml",
        "mvn exec:java, .mvn/jvm.config",
        "./mvnw exec:java, .mvn/wrapper/maven-wrapper.properties",
        "docker build ., Dockerfile",
        "docker compose up, .env",
        "gradle run, build.gradle",
        "gradle run, settings.gradle.kts",
        "rake mcp, Rakefile",
        "dotnet run, app.csproj",
        "dotnet run, Directory.Build.props",
        "direnv exec . x, .envrc",
        "cargo run, .cargo/config.toml",
        "go run ., main.go",
        // One launcher starts another.
        "env A=1 npx tool, .npmrc",
        "cmd /c npx tool, node_modules/.bin/tool",
        "npx tsx src/server.ts, tsconfig.json",
        // What counts for a folder counts for those in it.
        "npm --prefix web/app start, web/package.json",
    })
    void whatSteersALauncherIsCovered(String words, String file) throws IOException {
        Files.createDirectories(project.resolve("web/app"));
        write(file, "1");
        var before = fingerprint(words);
        assertThat(before.describe())
                .anyMatch(line -> line.startsWith("content of: " + project.resolve(file) + " ("))
                .noneMatch(line -> line.contains("steer"));
        write(file, "2");
        assertThat(fingerprint(words).hash()).isNotEqualTo(before.hash());
    }

    @Test
    void ofAProgramThatIsNotKnownItIsSaidThatItsFilesAreNot() throws IOException {
        write("run.sh", "0");

        assertThat(fingerprint("strange-runner serve").describe())
                .contains(
                        "not covered: files of the project that steer the program: which those are is not known here");
        for (var known : new String[] {"npx x", "node x.js", "/bin/sh x", project.resolve("run.sh") + " x"}) {
            assertThat(fingerprint(known).describe()).noneMatch(line -> line.contains("steer"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "./server --db-path app.db, app.db",
        "./server --db-path=app.db, app.db",
        "npx -y mcp-server-sqlite app.db, app.db",
        "python server.py app.sqlite, app.sqlite",
        "node server.js --log out.log, out.log",
        "node server.js --memory-file memory.json, memory.json",
        "node server.js --statePath=state, state",
    })
    void dataThatTheServerWritesIsNotAndThatIsSaid(String words, String file) throws IOException {
        write("server", "#!/bin/sh\n");
        write("server.js", "0");
        write("server.py", "0");
        write(file, "1");
        var before = fingerprint(words);
        assertThat(before.describe())
                .contains("not covered: the content of %s, taken for data".formatted(project.resolve(file)));
        write(file, "2");
        assertThat(fingerprint(words).hash()).isEqualTo(before.hash());
    }

    @Test
    void codeThatIsGivenAsDataIsCode() throws IOException {
        for (var name : new String[] {"x.sh", "x.py"}) {
            write(name, "1");
            var before = fingerprint("./server --data " + name).hash();
            write(name, "2");
            assertThat(fingerprint("./server --data " + name).hash()).isNotEqualTo(before);
        }
        write("x.db", "#!/bin/sh\n1");
        var before = fingerprint("./server --db x.db").hash();
        write("x.db", "#!/bin/sh\n2");
        assertThat(fingerprint("./server --db x.db").hash()).isNotEqualTo(before);
    }

    @Test
    void theMainFileOfAPackageIsCovered() throws IOException {
        write("pkg/package.json", "{\"main\": \"lib/start\"}");
        write("pkg/lib/start.js", "1");
        var before = fingerprint("node pkg").hash();
        write("pkg/lib/start.js", "2");
        assertThat(fingerprint("node pkg").hash()).isNotEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sh -c | python x.py --fast | x.py",
                "bash -lc | cd . && exec ./a-b.sh>log | a-b.sh",
                "cmd /c | node \"one two three four five.js\" | one two three four five.js",
                "node --eval | require('./hook.js') | hook.js",
                "bash -cx | node ./s.js --x | s.js",
                "sh -c -- | node ./s.js --x | s.js",
                "node | --eval=require('./hook.js') | hook.js",
                "python | -cexec(open('x.py').read()) | x.py",
                "npx -c | node ./s.js --x | s.js",
                "php -r | require './x.php'; | x.php",
                "php | -rrequire './x.php'; | x.php",
                "perl -lane | do './x.pl' | x.pl",
                "deno eval | import './x.js' | x.js",
                "bash -c | ./a\\b.sh | ab.sh"
            })
    void filesThatAProgramInOneWordNamesAreCoveredAndThatSomeMayNotBeIsSaid(String words, String line, String file)
            throws IOException {
        write(file, "0");
        var command = new ArrayList<>(List.of(words.split(" ")));
        command.add(line);

        assertThat(fingerprint(command, Scope.PROJECT, FileContents.MOST_BYTES).describe())
                .anyMatch(one -> one.startsWith("content of: %s ("
                        .formatted(Shown.text(project.resolve(file).toString()))))
                .anyMatch(one -> one.startsWith("not covered: some of the files that are named here"));
    }

    @Test
    @Timeout(60)
    void longWordsAreLookedAtInTime() {
        var digits = "1".repeat(20_000) + "(";
        var line = new ArrayList<>(List.of("sh", "-" + "c".repeat(30_000) + "("));
        line.addAll(Collections.nCopies(20, digits));

        assertThat(fingerprint(line, Scope.PROJECT, FileContents.MOST_BYTES).describe())
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 16_000})
    void aModuleOfManyPackagesIsLookedFor(int packages) {
        var module = "a" + ".a".repeat(packages);

        assertThat(fingerprint(List.of("python", "-m", module), Scope.PROJECT, FileContents.MOST_BYTES)
                        .describe())
                .contains("not covered: the code that runs: no file of it is known here, only the words above are");
    }

    @Test
    void aSentenceForAServerIsNoProgram() throws IOException {
        write("server.js", "0");

        for (var words : List.of(
                List.of("node", "server.js", "--title", "My own server"),
                List.of("docker", "run", "-e", "NAME=My own server", "image"))) {
            assertThat(fingerprint(words, Scope.PROJECT, FileContents.MOST_BYTES)
                            .describe())
                    .noneMatch(one -> one.contains("some of the files"));
        }
    }

    @Test
    void whatIsNotCoveredIsSaid() throws IOException {
        assertThat(fingerprint("npx -y some-package").describe())
                .contains("not covered: the code that runs: no file of it is known here, only the words above are");
        write("server.js", "0");
        assertThat(fingerprint("node server.js").describe().getLast())
                .startsWith("not covered: what else these files load or fetch");
    }

    @ParameterizedTest
    @CsvSource({"USER", "PROGRAM", "ENVIRONMENT"})
    void onesOwnFilesAreNotReadAtAll(Scope scope) throws IOException {
        var file = write("server.js", "1");
        var before = fingerprint("node server.js", scope, FileContents.MOST_BYTES);
        Files.writeString(file, "2");
        var after = fingerprint("node server.js", scope, FileContents.MOST_BYTES);
        assertThat(after.hash()).isEqualTo(before.hash());
        assertThat(after.describe()).noneMatch(line -> line.contains("cover") || line.contains("content"));
    }

    @Test
    void whatIsTooLargeIsNotReadAndThatIsSaid() throws IOException {
        write("a.js", "1234567");
        var large = write("b.js", "1234567");

        var both = fingerprint("node a.js b.js", Scope.PROJECT, 10);

        assertThat(both.describe())
                .anyMatch(line -> line.startsWith("content of: " + project.resolve("a.js")))
                .contains("not covered: the content of %s, which is too large".formatted(large));
        write("a.js", "7654321");
        assertThat(fingerprint("node a.js b.js", Scope.PROJECT, 10).hash()).isNotEqualTo(both.hash());
    }

    @Test
    void anInterruptEndsTheReading() throws IOException {
        write("server.js", "1");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> fingerprint("node server.js")).isInstanceOf(CallCancelledException.class);
        } finally {
            assertThat(Thread.interrupted()).as("it is still interrupted").isTrue();
        }
    }
}
