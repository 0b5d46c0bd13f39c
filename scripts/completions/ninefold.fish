# Completions of ninefold for fish: to be installed in share/fish/vendor_completions.d. The program
# itself says what can follow.
function __ninefold_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l word (commandline --current-token --cut-at-cursor)
    set -l known ($words[1] help --complete $words[2..-1] "$word" 2>/dev/null)
    if set -q known[1]
        printf '%s\n' $known
    else
        __fish_complete_path $word
    end
end
complete --command ninefold --no-files --keep-order --arguments '(__ninefold_complete)'
