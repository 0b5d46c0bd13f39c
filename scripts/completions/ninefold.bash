# Completions of ninefold for bash: `source` this, or install it as
# share/bash-completion/completions/ninefold. The program itself says what can follow.
_ninefold() {
    local line word=${COMP_WORDS[COMP_CWORD]} typed=("${COMP_WORDS[@]:1:COMP_CWORD}")
    COMPREPLY=()
    # bash takes --kernel=avx2 for three words.
    if [[ ${COMP_WORDBREAKS} == *=* ]]; then
        if [[ $word == = ]]; then
            typed=("${COMP_WORDS[@]:1:COMP_CWORD-2}" "${COMP_WORDS[COMP_CWORD - 1]}=")
            word=
        elif ((COMP_CWORD > 2)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
            typed=("${COMP_WORDS[@]:1:COMP_CWORD-3}" "${COMP_WORDS[COMP_CWORD - 2]}=$word")
        fi
    fi
    while IFS= read -r line; do
        line=${line%%$'\t'*}
        [[ ${typed[-1]} != --*=* ]] || line=${line#*=}
        COMPREPLY+=("$line")
    done < <("${COMP_WORDS[0]}" help --complete "${typed[@]}" 2>/dev/null)
    if ((${#COMPREPLY[@]} == 0)); then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _ninefold ninefold
