# Ends the processes of one JVM's servers: those of one server on request, all of them when the JVM is gone.
#
# Started as: sh -c "<this text>" fairlead-lifeline <id of the JVM>
# stdin:      end <marker> <grace in 1/100 s> [<pid> ...]   answered by: ended <marker> <how many are left>
#                                                           (these pids were sent TERM before)
#             reap <marker>                                 once that answer has been read
#             quit
#             end of input: the JVM is gone, however it went
#
# A process belongs to a server when its environment holds FAIRLEAD_LIFELINE=<marker>; or when it descends from one
# that does, or from a named pid. Markers are <id>-<number>; the semicolon after them keeps 1 apart from 12.

trap '' HUP INT QUIT TERM PIPE
cd / || exit 1
id=$1
LC_ALL=C
export LC_ALL

if [ -r /proc/self/environ ] && [ -r /proc/uptime ]; then
    # Variables end in NUL. Some greps see past one only when told so; those that cannot be told take it for a line end.
    if echo x | grep -qzF x 2>/dev/null; then nul=z; else nul=; fi
    marked() {
        for file in $(grep -lsF$nul -e "$1" /proc/[0-9]*/environ); do
            file=${file#/proc/}
            echo "${file%/environ}"
        done
    }
    # /dev/null makes grep name its files even when there is only one.
    table() {
        grep -s -e '^State:' -e '^PPid:' /proc/[0-9]*/status /dev/null |
            while IFS='/:	 ' read -r _ _ pid _ key value _; do
                case $key in
                    State) state=$value ;;
                    PPid) echo "$pid:$value:$state" ;;
                esac
            done
    }
    clock() {
        read -r up _ </proc/uptime
        # The digit in front keeps 08 from being read as octal.
        now=$((${up%.*} * 100 + 1${up#*.} - 100))
    }
else
    # The search is done by the shell itself: a grep would find its own arguments.
    marked() {
        ps -axwwE -o pid= -o command= | while read -r pid text; do
            case $text in *"$1"*) echo "$pid" ;; esac
        done
    }
    table() {
        ps -A -o pid= -o ppid= -o stat= | while read -r pid parent state; do
            echo "$pid:$parent:$state"
        done
    }
    clock() {
        now=$(($(date +%s) * 100))
    }
fi

pause() {
    sleep "$1" 2>/dev/null || sleep 1
}

# Sets $found to the living processes that hold the text $1, are among the pids $2, or descend from one of these.
look() {
    found=
    family=" $(echo $(marked "$1")) $2 "
    case $family in *[0-9]*) ;; *) return ;; esac
    rows=$(table)
    grown=yes
    while [ -n "$grown" ]; do
        grown=
        for row in $rows; do
            pid=${row%%:*}
            parent=${row#*:}
            parent=${parent%%:*}
            case $family in
                *" $pid "*) ;;
                *" $parent "*)
                    family="$family$pid "
                    grown=yes
                    ;;
            esac
        done
    done
    for row in $rows; do
        pid=${row%%:*}
        case ${row##*:} in [ZX]*) continue ;; esac
        case $family in *" $pid "*) found="$found $pid" ;; esac
    done
}

# Ends what holds the text $1, with the grace $2, and the pids $4, which were sent TERM before; is done when $3 looks in a
# row have found nothing.
# One TERM to each, because a second one cuts the orderly shutdown of many servers short.
end() {
    told=" $4 "
    asked=$told
    quiet=0
    # Most processes heed TERM at once, and somebody waits for that.
    rest=0.01
    clock
    soft=$((now + $2))
    # Whoever asked has long stopped waiting by then.
    hard=$((soft + 300))
    while :; do
        look "$1" "$told"
        clock
        if [ -z "$found" ]; then
            quiet=$((quiet + 1))
            [ "$quiet" -ge "$3" ] && break
            # The second look is for what was forked during the first, and need not wait.
            [ "$quiet" -eq 1 ] && continue
        elif [ "$now" -ge "$hard" ]; then
            break
        elif [ "$now" -ge "$soft" ]; then
            quiet=0
            kill -KILL $found 2>/dev/null
        else
            quiet=0
            for pid in $found; do
                case $asked in
                    *" $pid "*) ;;
                    *)
                        kill -TERM "$pid" 2>/dev/null
                        asked="$asked$pid "
                        told="$told$pid "
                        ;;
                esac
            done
        fi
        pause $rest
        rest=0.05
    done
    set -- $found
    left=$#
}

while IFS=' ' read -r word marker grace pids; do
    case $word in
        end)
            (
                end "FAIRLEAD_LIFELINE=$marker;" "$grace" 2 "$pids"
                echo "ended $marker $left"
            ) &
            eval "job_${marker##*-}=$!"
            ;;
        reap)
            eval "wait \"\$job_${marker##*-}\"; unset job_${marker##*-}"
            ;;
        quit) exit 0 ;;
    esac
done

exec >/dev/null
end "FAIRLEAD_LIFELINE=$id-" 200 4 ""
wait
