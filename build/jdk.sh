# Sourced by the scripts of this repository: finds a JDK to build and run with.

# Prints the feature release of the JDK in $1, or nothing if there is none.
jdk_release() {
    [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
    while IFS= read -r jdk_line || [ -n "$jdk_line" ]; do
        case $jdk_line in
            JAVA_VERSION=*)
                jdk_line=${jdk_line#JAVA_VERSION=}
                jdk_line=${jdk_line#\"}
                jdk_line=${jdk_line%%[!0-9]*}
                # 1.8 and older call themselves 1.
                [ -n "$jdk_line" ] && [ "$jdk_line" -gt 1 ] && printf '%s' "$jdk_line"
                return 0
                ;;
        esac
    done <"$1/release"
}

# Sets jdk_home to the first JDK of release 25 or newer, else to the newest of 21 or newer; fails if there is none.
find_jdk() {
    jdk_home=
    jdk_best=20
    for jdk_candidate in \
        "${FAIRLEAD_JAVA_HOME:-}" \
        "${JAVA_HOME:-}" \
        "${JDK_HOME:-}" \
        /usr/lib/jvm/* \
        /usr/lib64/jvm/* \
        /usr/java/* \
        /usr/local/java/* \
        /opt/java/* \
        /opt/jdk* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        "${SDKMAN_DIR:-${HOME:-}/.sdkman}"/candidates/java/* \
        "${HOME:-}"/.jdks/* \
        "${HOME:-}"/.asdf/installs/java/* \
        "${HOME:-}"/.local/share/mise/installs/java/* \
        "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
        [ -n "$jdk_candidate" ] && [ -d "$jdk_candidate" ] || continue
        jdk_found=$(jdk_release "$jdk_candidate")
        [ -n "$jdk_found" ] && [ "$jdk_found" -gt "$jdk_best" ] || continue
        jdk_home=$jdk_candidate
        jdk_best=$jdk_found
        # The one that was asked for by name need not be the newest.
        [ "$jdk_best" -lt 25 ] && [ "$jdk_candidate" != "${FAIRLEAD_JAVA_HOME:-}" ] || return 0
    done
    [ -n "$jdk_home" ] && return 0
    # Somewhere unusual, but on the path.
    jdk_candidate=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
    [ -n "$jdk_candidate" ] || return 1
    jdk_found=$(jdk_release "$jdk_candidate")
    [ -n "$jdk_found" ] && [ "$jdk_found" -gt 20 ] || return 1
    jdk_home=$jdk_candidate
    jdk_best=$jdk_found
}
