# Sourced by the scripts that run or package the command: how its JVM is set up, and what its cache is made of.

# Sets jvm_options for the JDK of release $1. The system's keyring and SQLite are native code. What the JVM itself has to
# say must not mix with what the command prints. A heap of a known size keeps a cache usable that was made on a machine
# with another amount of memory.
set_jvm_options() {
    jvm_quiet=cds=off
    [ "$1" -lt 25 ] || jvm_quiet=$jvm_quiet,aot=off
    jvm_options="--enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx1g"
    jvm_options="$jvm_options -XX:-UsePerfData -XX:+DisplayVMOutputToStderr -Dfairlead.opentelemetry=absent"
    jvm_options="$jvm_options -Xlog:disable -Xlog:all=error,$jvm_quiet:stderr"
}

# For the run that makes a cache. Notes about which methods are hot are for a compiler that a short command never gets to.
jvm_training="-XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining"

# Lines of shell that have the JVM take typed words, variables and names of files for UTF-8 where the locale is none, as in
# containers and jobs: there it would replace each byte that is no ASCII. No option of the JVM does that. Servers are not given it.
read_utf8='case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in C | POSIX)
    if [ -d /usr/lib/locale/C.utf8 ] || [ -d /usr/lib/locale/C.UTF-8 ]; then
        if [ -n "${LC_ALL:-}" ]; then export LC_ALL=C.UTF-8; else export LC_CTYPE=C.UTF-8; fi
    fi
    ;;
esac'

# Lists the jars in the folder $1, one name a line: ours first, because what is no class is looked for in that order.
# A cache is good for one order only.
jars_in_order() (
    cd "$1" || exit
    LC_ALL=C
    export LC_ALL
    for jar in fairlead-*.jar; do printf '%s\n' "$jar"; done
    for jar in *.jar; do
        case $jar in fairlead-*) ;; *) printf '%s\n' "$jar" ;; esac
    done
)

# The caches, as Rehearsal calls them.
cache_parts="all pipe brief"

# Lines of shell that set cache to the smallest one that has what the command needs whose words they see. What starts no
# server needs little. Whatever is after -- is started, and the demo and scripts are; other names may be those of URLs.
choose_cache='case ${1:-}:${2:-} in
    -*:* | __*:* | *:-h | *:--help) cache=brief ;;
    chat:* | *:*://*) cache=all ;;
    *:demo | *:*.py | *:*.js | *:*.mjs | *:*.cjs | *:*.jar) cache=pipe ;;
    *)
        cache=all
        for word; do case $word in --) cache=pipe && break ;; esac; done
        ;;
esac'
