# Completes what is typed for fairlead in bash. To be sourced: source <(fairlead completion bash)
# What is typed is handed over as it is, and nothing that comes back is ever evaluated.
_fairlead() {
    local line todo=
    COMPREPLY=()
    while IFS= read -r line; do
        if [ -z "$todo" ]; then
            todo=$line
        else
            COMPREPLY[${#COMPREPLY[@]}]=$line
        fi
    done < <(command fairlead __complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    type compopt >/dev/null 2>&1 || return 0
    case $todo in *nospace*) compopt -o nospace ;; esac
    case $todo in *files*) compopt -o default ;; esac
    return 0
}
complete -F _fairlead fairlead
