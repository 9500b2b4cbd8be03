#!/bin/sh
# What Maven runs for the page of the console:
#
#   page.sh install              fetches the packages of package-lock.json, where they are not there yet
#   page.sh build FOLDER         builds the page into a folder
#   page.sh test FOLDER [true]   type check and unit tests, bundled into a folder; "true": skipped
#
# Without Node the page is left out, loudly; in CI (CI=true) that is a failure.
set -eu
cd -- "$(dirname -- "$0")/.."

verb=$1
folder=${2:-}

if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1 ||
    [ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20' 2>/dev/null)" != true ]; then
    if [ "$verb" = install ]; then
        {
            echo "************************************************************************"
            echo "* The web console is left out: building its page needs Node 20 or newer"
            echo "* with npm on the PATH. Install Node, then build again."
            echo "************************************************************************"
        } >&2
        [ "${CI:-}" != true ] || {
            echo "console-ui: this is CI (CI=true), where the page must be built." >&2
            exit 1
        }
    fi
    exit 0
fi

stamp=node_modules/.in-line-with
lock=node_modules.owner

wanted_packages() {
    cat package.json package-lock.json | node -e '
        const hash = require("node:crypto").createHash("sha256");
        process.stdin.on("data", (part) => hash.update(part)).on("end", () => console.log(hash.digest("hex"), process.version))'
}

is_installed() { [ "$(cat "$stamp" 2>/dev/null)" = "$(wanted_packages)" ]; }

# Two builds of the same sources, the launcher's and another, must not both replace the packages.
take_lock() {
    until (set -C && echo $$ >"$lock") 2>/dev/null; do
        owner=$(cat "$lock" 2>/dev/null || true)
        if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then rm -f "$lock"; else sleep 1; fi
    done
    trap 'rm -f "$lock"' EXIT
    trap 'exit 130' INT TERM HUP
}

case $verb in
    install)
        is_installed && exit 0
        take_lock
        is_installed && exit 0
        npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
        wanted_packages >"$stamp"
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
