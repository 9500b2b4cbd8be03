package dev.fairlead.bench.contenders;

import java.util.Locale;

/** The clients that run in a JVM, each with its usual settings. */
public enum Contender {
    RAW,
    OKHTTP,
    OKHTTP_SET_UP,
    APACHE,
    LEAN,
    FAIRLEAD,
    JAVA_SDK,
    LANGCHAIN4J;

    /** Connects. */
    public Client connect(Address address) throws Exception {
        // Only the class that is wanted gets loaded.
        return switch (this) {
            case RAW ->
                address instanceof Address.Program program
                        ? new RawPipe(program.command())
                        : new RawSocket(((Address.Web) address).url());
            case OKHTTP -> BareOkHttp.asItComes(((Address.Web) address).url());
            case OKHTTP_SET_UP -> BareOkHttp.setUp(((Address.Web) address).url());
            case APACHE -> new BareApache(((Address.Web) address).url());
            case LEAN -> new LeanHttp(((Address.Web) address).url());
            case FAIRLEAD -> Fairlead.connect(address);
            case JAVA_SDK -> OfficialSdk.connect(address);
            case LANGCHAIN4J -> LangChain4j.connect(address);
        };
    }

    /** Returns how commands name it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Contender of(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
