package dev.fairlead.bench.workloads;

import dev.fairlead.bench.contenders.Address;
import dev.fairlead.bench.contenders.Contender;
import dev.fairlead.bench.contenders.ContenderProgram;
import dev.fairlead.bench.report.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A contender as the run sees it: something that can be started.
 *
 * @param program the command up to where the server's address follows
 * @param jvm whether options of the JVM can follow the first word of the command
 */
record Entrant(String id, String label, Role role, List<String> program, boolean jvm) {
    private static final String OKHTTP = Contender.OKHTTP.id();

    /** Returns those that run in a JVM. */
    static List<Entrant> inJvms() {
        return List.of(
                jvm(Contender.RAW, "floor", Role.FLOOR),
                jvm(Contender.OKHTTP, "bare OkHttp", Role.ENGINE),
                jvm(Contender.OKHTTP_SET_UP, "OkHttp, set up as here", Role.CANDIDATE),
                jvm(Contender.APACHE, "bare Apache " + ClassPath.version("httpclient5"), Role.CANDIDATE),
                jvm(Contender.LEAN, "lean HTTP/1.1", Role.CANDIDATE),
                jvm(Contender.FAIRLEAD, "Fairlead", Role.OURS),
                jvm(Contender.JAVA_SDK, "Java SDK " + ClassPath.version("mcp-core"), Role.PEER),
                jvm(Contender.LANGCHAIN4J, "LangChain4j " + ClassPath.version("langchain4j-mcp"), Role.PEER));
    }

    private static Entrant jvm(Contender contender, String label, Role role) {
        var program = List.of(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                ContenderProgram.class.getName(),
                contender.id());
        return new Entrant(contender.id(), label, role, program, true);
    }

    /** Returns one of the TypeScript SDKs. */
    static Entrant inNode(String version, String label, Path program) {
        return new Entrant(
                "ts-" + version, label, Role.PEER, List.of("node", "--expose-gc", program.toString(), version), false);
    }

    /** Tells whether it can do this. */
    boolean takesPartIn(Workload workload) {
        boolean speaksModern = role != Role.PEER;
        if (role == Role.CANDIDATE) {
            return workload.comparesEngines();
        }
        return (workload.line().http() || !id.equals(OKHTTP))
                && (speaksModern || !workload.line().modern());
    }

    /** Tells whether it runs through so much code that the optimizing compiler of the JVM has to do for long. */
    boolean warmsUpSlowly() {
        return jvm && role != Role.FLOOR;
    }

    /** Returns the command that starts it. */
    List<String> command(Address address, List<String> jvmOptions) {
        var command = new ArrayList<>(program);
        if (jvm) {
            command.addAll(1, jvmOptions);
        }
        command.addAll(address.words());
        return command;
    }
}
