#!/bin/sh
# What Maven runs for the page of the console:
#
#   page.sh install              fetches the packages of package-lock.json, where they are not there yet
#   page.sh build FOLDER         builds the page into a folder
#   page.sh test FOLDER [true]   linter, type check and unit tests, bundled into a folder; "true": skipped
#
# Where Node is missing, or the packages cannot be fetched, the page is left out, loudly; in CI (CI=true) that is a failure.
set -eu
cd -- "$(dirname -- "$0")/.."

verb=$1
folder=${2:-}
stamp=node_modules/.in-line-with
# Two builds of the same sources, the launcher's and another, must not both replace the packages.
lock=node_modules.lock
# No installation takes longer than this; who holds the lock for longer was killed.
patience_minutes=20

# Says between two rules why there will be no page, and what to do; the launcher shows that to whoever waits for the build.
leave_out() {
    {
        echo "************************************************************************"
        echo "* The web console is left out: $1"
        echo "* $2"
        echo "************************************************************************"
    } >&2
    [ "${CI:-}" != true ] || {
        echo "console-ui: this is CI (CI=true), where the page must be built." >&2
        exit 1
    }
    exit 0
}

has_node() {
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 &&
        [ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20' 2>/dev/null)" = true ]
}

wanted_packages() {
    cat package.json package-lock.json | node -e '
        const hash = require("node:crypto").createHash("sha256");
        process.stdin.on("data", (part) => hash.update(part)).on("end", () => console.log(hash.digest("hex"), process.version))'
}

is_installed() { [ "$(cat "$stamp" 2>/dev/null)" = "$(wanted_packages)" ]; }

# The system frees a lock of flock with its owner, wherever and however that ends. Without flock a folder is the lock, which
# says nothing of its owner but how old it is.
take_lock() {
    if command -v flock >/dev/null 2>&1; then
        exec 9>"$lock"
        flock -w $((patience_minutes * 60)) 9 || {
            echo "console-ui: another build has been installing packages for $patience_minutes minutes; end it, then build again." >&2
            exit 1
        }
        return
    fi
    until mkdir "$lock.d" 2>/dev/null; do
        if [ -n "$(find "$lock.d" -prune -mmin +$patience_minutes 2>/dev/null)" ]; then
            rmdir "$lock.d" 2>/dev/null || true
        else
            sleep 1
        fi
    done
    trap 'rmdir "$lock.d" 2>/dev/null || true' EXIT
    trap 'exit 130' INT TERM HUP
}

install() {
    is_installed && return
    take_lock
    is_installed && return
    # What npm has fetched before is good enough; a registry that is out of reach should not be waited for long.
    said=$(npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --prefer-offline \
        --fetch-retries=2 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000 2>&1) || {
        rm -f "$stamp"
        printf '%s\n' "$said" >&2
        reason=$(printf '%s\n' "$said" | grep -i -m 1 -e 'reason:' -e 'network' -e 'registry' || true)
        leave_out "npm could not fetch the packages of its page. ${reason:-Its log says why.}" \
            "Give npm a registry that it can reach (npm ping), then build again."
    }
    wanted_packages >"$stamp"
}

if ! has_node; then
    [ -z "$folder" ] || [ "$verb" != build ] || rm -rf -- "$folder"
    [ "$verb" = install ] || exit 0
    leave_out "building its page needs Node 20 or newer with npm on the PATH." "Install Node, then build again."
fi
if [ "$verb" != install ] && ! is_installed; then
    # It was said why. A page that was built before would not be the one of these sources.
    [ "$verb" != build ] || rm -rf -- "$folder"
    exit 0
fi

case $verb in
    install)
        install
        ;;
    build)
        CONSOLE_PAGE_FOLDER=$folder npm run --silent build
        ;;
    test)
        shift 2
        for skipped in "$@"; do
            [ "$skipped" != true ] || {
                echo "console-ui: tests are skipped."
                exit 0
            }
        done
        CONSOLE_PAGE_TESTS=$folder npm run --silent test
        ;;
    *)
        echo "page.sh: unknown verb $verb" >&2
        exit 64
        ;;
esac
