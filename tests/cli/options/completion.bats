# Completions: what shells are told can follow.
load ../helpers

SCRIPTS=$BATS_TEST_DIRNAME/../../../scripts/completions

# The words that are offered, without what they mean.
offered() { nf help --complete "$@" | cut -f1; }

# bash_offers WORD...: what bash makes of them; as bash, it takes --game=x for three words.
bash_offers() {
    bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ninefold
             printf "%s\n" "${COMPREPLY[@]}"' - "$SCRIPTS/ninefold.bash" "$NINEFOLD" "$@"
}

# zsh_offers WORD...: the same, with the words that zsh would show in place of its menu.
zsh_offers() {
    zsh -f -c '_describe() { print -rl -- "${(@)known%%:*}"; }; _files() { print files; }
               script=$1; shift; words=("$@"); CURRENT=$#; source "$script"' \
        - "$SCRIPTS/_ninefold" "$NINEFOLD" "$@"
}

# fish_offers LINE: the same for fish.
fish_offers() {
    HOME=$BATS_TEST_TMPDIR PATH=$(dirname "$NINEFOLD"):$PATH \
        fish --no-config -c "source $SCRIPTS/ninefold.fish; complete -C '$1'" | cut -f1
}

@test "every option of every command is offered, and no other" {
    for command in $(commands); do
        [ "$(offered "$command" -- | sort)" = "$(nf "$command" --help |
            sed -En 's/^  (-., |    )(--[a-z-]+).*/\2/p' | sort)" ]
    done
}

@test "commands are offered first, each with what it does, then words of a choice of the game typed before, and nothing for files, numbers, programs and what makes no sense" {
    [ "$(offered '' | head -n -1)" = "$(commands)" ]
    nf help --complete ru | grep -qx $'run\tplay a batch of games.*'
    [ "$(offered --v)" = --version ]
    [ "$(offered help tourn)" = tournament ]
    for game in $(games); do
        [ "$(nf help --complete run --game "$game" --kernel '' | grep -v 'not on this machine' |
            cut -f1 | tr '\n' ' ')" = "auto $(nf --version |
            sed -n "s/^kernels:/$(first):/; s/^$game: //p") " ]
    done
    [ "$(offered run --game=mah)" = --game=mahjong ]
    [ "$(offered run -qn 3 --profile bas)" = basic ]
    for words in "run --save" "run --games" "verify" "fuzz -- ./" "nosuch --" "run --nosuch"; do
        works help --complete $words ''
        [ -z "$output" ]
    done
    works help --complete
    [ -z "$output" ]
}

@test "bash, zsh and fish complete commands, options, values and files" {
    touch some.json
    [ "$(bash_offers tourn)" = tournament ]
    [ "$(bash_offers run --until-w)" = --until-width ]
    [ "$(bash_offers run --game mah)" = mahjong ]
    [ "$(bash_offers run --game = mah)" = mahjong ]
    [ "$(bash_offers run --game =)" = "$(games)" ]
    [ "$(bash_offers stats some.j)" = some.json ]
    [ "$(zsh_offers tourn)" = tournament ]
    [ "$(zsh_offers run --until-w)" = --until-width ]
    [ "$(zsh_offers run --game '')" = "$(games)" ]
    [ "$(zsh_offers stats '')" = files ]
    [ "$(fish_offers 'ninefold tourn')" = tournament ]
    [ "$(fish_offers 'ninefold run --until-w')" = --until-width ]
    [ "$(fish_offers 'ninefold run --game ')" = "$(games)" ]
    fish_offers 'ninefold stats some.j' | grep -qx some.json
}
