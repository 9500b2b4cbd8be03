# Completes what is typed for fairlead in fish. To be put into ~/.config/fish/completions/fairlead.fish, or sourced.
# Nothing that comes back is ever evaluated.
function __fairlead_complete
    set -l typed (commandline -opc)
    set -l answer (command fairlead __complete fish -- $typed[2..-1] (commandline -ct) 2>/dev/null)
    test (count $answer) -gt 0; or return
    if string match -q '*files*' -- $answer[1]
        __fish_complete_path (commandline -ct)
    end
    test (count $answer) -gt 1; and printf '%s\n' $answer[2..-1]
end
complete -c fairlead -f -a '(__fairlead_complete)'
