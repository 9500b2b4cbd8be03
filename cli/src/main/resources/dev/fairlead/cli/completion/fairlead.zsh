#compdef fairlead
# Completes what is typed for fairlead in zsh. To be put into a folder of fpath as _fairlead, or sourced.
# Nothing that comes back is ever evaluated.
_fairlead() {
    local -a words_typed answer names shown
    local line todo
    words_typed=("${(@Q)words[2,CURRENT]}")
    answer=("${(@f)$(command fairlead __complete zsh -- "${words_typed[@]}" 2>/dev/null)}")
    todo=${answer[1]}
    for line in "${(@)answer[2,-1]}"; do
        [[ -n $line ]] || continue
        names+=("${line%%$'\t'*}")
        if [[ -n ${line#*$'\t'} ]]; then
            shown+=("${line%%$'\t'*}  -- ${line#*$'\t'}")
        else
            shown+=("${line%%$'\t'*}")
        fi
    done
    if (( ${#names} )); then
        if [[ $todo == *nospace* ]]; then
            compadd -S '' -l -d shown -a -- names
        else
            compadd -l -d shown -a -- names
        fi
    fi
    [[ $todo == *files* ]] && _files
    return 0
}
if [[ $funcstack[1] == _fairlead ]]; then
    _fairlead "$@"
else
    compdef _fairlead fairlead
fi
