# Languages: what chooses one, and what no language changes.
load ../helpers

setup() {
    nf --lang zh help >/dev/null 2>&1 || skip "built without msgfmt"
}

@test "--lang before the command, among its options and LANG choose the same language" {
    want=$(LANG=zh_CN.UTF-8 nf merge --help)
    [[ $want == *用法* ]]
    [ "$(nf --lang zh merge --help)" = "$want" ]
    [ "$(nf --lang=zh merge --help)" = "$want" ]
    [ "$(nf merge --lang zh --help)" = "$want" ]
    [ "$(nf merge --help --lang=zh)" = "$want" ]
    [ "$(nf help --lang zh merge)" = "$want" ]
    [ "$(nf help merge --lang zh)" = "$want" ]
    [ "$(nf --lang en --lang zh merge --help)" = "$want" ]
    [ "$(LANG=zh_CN.UTF-8 nf --lang en merge --help)" = "$(nf merge --help)" ]
}

@test "a language that is not known is told which there are" {
    misused 'ninefold: --lang xx: expected one of en, zh' --lang xx
    misused 'ninefold: --lang: missing value, expected one of en, zh' --lang
    misused 'ninefold merge: --lang xx: expected one of en, zh' merge --lang xx
    misused 'ninefold: --lang: missing value, expected one of en, zh' help --lang
}

@test "a text with a number of 64 bits is found in the catalogue" {
    [[ $(nf --lang zh run --help) == *"1 到 30"* ]]
}
