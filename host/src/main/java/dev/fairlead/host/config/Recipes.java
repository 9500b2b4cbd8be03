package dev.fairlead.host.config;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which files of a project say what known launchers do there, as patterns below its folders: an asterisk stands for part of
 * a file's name, and {@value #TOOL} for the words of the command line, which may be programs that the project has installed.
 */
final class Recipes {
    static final String TOOL = "{tool}";

    private static final Pattern PACKAGE = Pattern.compile("(?:@[\\w.-]+/)?(\\w[\\w.-]*)(?:@.*)?");
    private static final String NODE = "package.json .npmrc node_modules/.bin/{tool}";
    private static final String PYTHON = "pyproject.toml .venv/pyvenv.cfg .venv/bin/{tool} .venv/Scripts/{tool}";
    private static final String CONTAINERS = "Dockerfile Containerfile docker-bake.hcl docker-bake.json compose.yaml"
            + " compose.yml compose.override.yaml compose.override.yml docker-compose.yaml docker-compose.yml"
            + " docker-compose.override.yaml docker-compose.override.yml";
    private static final Map<String, List<String>> FILES = new HashMap<>();

    static {
        files("npm npx", NODE);
        files("pnpm pnpx", NODE + " .pnpmfile.cjs .pnpmfile.mjs pnpm-workspace.yaml");
        files(
                "yarn yarnpkg corepack",
                NODE
                        + " .yarnrc .yarnrc.yml .yarn/releases/* .yarn/plugins/* .yarn/plugins/@yarnpkg/* .pnp.cjs"
                        + " .pnp.loader.mjs");
        files("bun bunx", NODE + " bunfig.toml tsconfig.json");
        files("deno", "deno.json deno.jsonc package.json .npmrc");
        files("tsx ts-node", "tsconfig.json");
        files("turbo nx lerna gulp grunt", NODE + " turbo.json nx.json lerna.json gulpfile.* Gruntfile.*");
        files("uv uvx", PYTHON + " uv.toml .python-version");
        files("poetry pdm hatch rye", PYTHON + " poetry.toml pdm.toml .pdm.toml .pdm-python hatch.toml");
        files("pipenv", PYTHON + " Pipfile .env");
        files("pixi", "pixi.toml pyproject.toml");
        files("tox nox invoke inv fab", PYTHON + " tox.ini setup.cfg noxfile.py tasks.py fabfile.py invoke.*");
        files("cargo", "Cargo.toml .cargo/config .cargo/config.toml build.rs rust-toolchain rust-toolchain.toml");
        files("go", "go.mod go.work *.go");
        files("make gmake", "GNUmakefile makefile Makefile *.mk");
        files("just", "justfile Justfile .justfile .env");
        files("task go-task", "Taskfile.* taskfile.*");
        files("cmake ninja meson", "CMakeLists.txt CMakePresets.json CMakeUserPresets.json build.ninja meson.build");
        files(
                "bazel bazelisk",
                ".bazelrc .bazelversion MODULE.bazel WORKSPACE WORKSPACE.bazel BUILD BUILD.bazel tools/bazel");
        files("docker podman nerdctl", CONTAINERS);
        files("compose docker-compose podman-compose", CONTAINERS + " .env");
        files("devcontainer", ".devcontainer.json .devcontainer/* " + CONTAINERS);
        files("mvn mvnw mvnd", "pom.xml .mvn/* .mvn/wrapper/*");
        files(
                "gradle gradlew",
                "*.gradle *.gradle.kts gradle.properties local.properties gradle/wrapper/* gradle/libs.versions.toml");
        files("sbt", "build.sbt project/* .sbtopts .jvmopts");
        files("jbang", "jbang-catalog.json .jbang/* build.jbang");
        files("ant", "build.xml build.properties");
        files("lein clojure clj bb", "project.clj profiles.clj deps.edn bb.edn");
        files("rake", "Rakefile rakefile Rakefile.rb rakefile.rb rakelib/* Gemfile .bundle/config");
        files("bundle bundler", "Gemfile gems.rb .bundle/config bin/{tool} Rakefile");
        files("composer", "composer.json vendor/bin/{tool}");
        files("mix iex", "mix.exs config/* .iex.exs");
        files("dart flutter", "pubspec.yaml .dart_tool/package_config.json");
        files("swift", "Package.swift");
        files("zig", "build.zig build.zig.zon");
        files("stack cabal", "stack.yaml package.yaml *.cabal cabal.project cabal.project.local");
        files(
                "dotnet dnx",
                "*.csproj *.fsproj *.vbproj *.sln *.slnx global.json Directory.Build.props Directory.Build.targets"
                        + " Directory.Build.rsp Directory.Packages.props MSBuild.rsp nuget.config NuGet.config"
                        + " NuGet.Config dotnet-tools.json .config/dotnet-tools.json Properties/launchSettings.json");
        files("direnv", ".envrc .env");
        files(
                "mise rtx asdf",
                "mise.toml .mise.toml mise.local.toml .mise.local.toml .config/mise.toml .tool-versions");
        files("nix nix-shell nix-build devbox devenv", "flake.nix shell.nix default.nix devbox.json devenv.nix");
        files("foreman honcho overmind", "Procfile .foreman .env");
        files("vagrant", "Vagrantfile");
    }

    private Recipes() {}

    private static void files(String names, String patterns) {
        for (var name : List.of(names.split(" "))) {
            FILES.put(name, List.of(patterns.split(" ")));
        }
    }

    /** Tells whether it is known what a launcher reads in a project. */
    static boolean knows(String launcher) {
        return FILES.containsKey(launcher);
    }

    /**
     * Returns the patterns of the files that steer a command: those of its program, and of every launcher among its words,
     * as one often starts another.
     *
     * @param words the program and its arguments
     */
    static Set<String> of(List<String> words) {
        var patterns = new LinkedHashSet<String>();
        words.stream()
                .map(Launchers::name)
                .distinct()
                .flatMap(name -> FILES.getOrDefault(name, List.of()).stream())
                .forEach(patterns::add);
        return patterns;
    }

    /** Returns the name under which a project may have installed what a word names, such as a package with its version. */
    static Optional<String> tool(String word) {
        var name = PACKAGE.matcher(word);
        return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
    }

    /** Returns what a tool is called in a folder of programs. */
    static Stream<String> programs(String tool, boolean windows) {
        return windows ? Stream.of(tool, tool + ".exe", tool + ".cmd", tool + ".bat", tool + ".ps1") : Stream.of(tool);
    }
}
