#include "games/cirno/rules/rules.h"
#include "games/cirno/simulated/strategy/strategy.h"

#include <stdlib.h>
#include <string.h>

static const char class_letters[] = "ABCDE";                         /* by enum cirno_class */
static const char *const aims[] = {"max", "min", "first", "random"}; /* by enum cirno_aim */

/* ---- words ---- */

struct reader {
    const struct nf_input *input;
    size_t at;        /* offset behind the last word */
    const char *word; /* not terminated */
    size_t length;    /* 0: end of the line */
    struct nf_error *err;
};

static bool at_line_end(const struct reader *reader)
{
    return reader->at == reader->input->size || reader->input->data[reader->at] == '\n';
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Reads the next word of the line; a comma is a word. The word is empty at the end of the line or
 * at a comment. */
static void next_word(struct reader *reader)
{
    const char *const data = reader->input->data;
    while (!at_line_end(reader) && is_blank(data[reader->at]))
        reader->at++;
    if (!at_line_end(reader) && data[reader->at] == '#')
        while (!at_line_end(reader))
            reader->at++;
    const size_t start = reader->at;
    if (!at_line_end(reader) && data[start] == ',')
        reader->at++;
    else
        while (!at_line_end(reader) && !is_blank(data[reader->at]) && data[reader->at] != ',' &&
               data[reader->at] != '#')
            reader->at++;
    reader->word = data + start;
    reader->length = reader->at - start;
}

static bool word_is(const struct reader *reader, const char *word)
{
    return strlen(word) == reader->length && memcmp(reader->word, word, reader->length) == 0;
}

static enum nf_status fail_word(const struct reader *reader, const char *expected)
{
    char quoted[NF_QUOTED];
    const size_t offset = (size_t)(reader->word - reader->input->data);
    if (reader->length == 0)
        return nf_fail_at(reader->err, reader->input, offset,
                          "found the end of the line, expected %s", expected);
    return nf_fail_at(reader->err, reader->input, offset, "found %s, expected %s",
                      nf_quote(quoted, reader->word, reader->length), expected);
}

/* ---- groups ---- */

static int class_of_letter(const struct reader *reader)
{
    const char *const found =
        reader->length == 1 ? memchr(class_letters, reader->word[0], CIRNO_COUNTER) : NULL;
    return found != NULL ? (int)(found - class_letters) : -1;
}

/* Returns the cards that the word names, one bit each; 0 if none. */
static uint32_t cards_named(const struct reader *reader)
{
    const int card = cirno_find_card(reader->word, reader->length);
    const int class = class_of_letter(reader);
    uint32_t cards = 0;
    if (card >= 0)
        return 1u << card;
    for (unsigned i = 0; i < CIRNO_CARDS; i++) {
        const bool counter = cirno_cards[i].class == CIRNO_COUNTER;
        if ((class >= 0 && cirno_cards[i].class == class) || word_is(reader, "all") ||
            (word_is(reader, "basic") && !counter) || (word_is(reader, "counter") && counter))
            cards |= 1u << i;
    }
    return cards;
}

static bool ends_cards(const struct reader *reader)
{
    return reader->length == 0 || word_is(reader, ",");
}

static enum nf_status read_cards(struct reader *reader, struct cirno_group *group)
{
    uint8_t place = 0;
    for (next_word(reader); !ends_cards(reader); next_word(reader)) {
        const uint32_t cards = cards_named(reader);
        if (cards == 0)
            return fail_word(reader, "a card such as A1 or PASS, a class A to E, basic, counter, "
                                     "all, or a comma");
        for (unsigned card = 0; card < CIRNO_CARDS; card++)
            if ((cards >> card & 1) != 0 && group->place[card] == 0)
                group->place[card] = ++place;
    }
    return place > 0 ? NF_OK
                     : fail_word(reader, "a card such as A1 or PASS, a class A to E, basic, "
                                         "counter or all");
}

/* Reads `ties C A B D E`: the first is preferred; other classes come last. */
static enum nf_status read_ties(struct reader *reader, struct cirno_group *group)
{
    uint8_t next = CIRNO_CLASSES;
    uint32_t seen = 0;
    for (next_word(reader); !ends_cards(reader); next_word(reader)) {
        const int class = class_of_letter(reader);
        if (class < 0 || (seen >> class & 1) != 0)
            return fail_word(reader, class < 0 ? "a class A to E" : "each class once");
        if (seen == 0)
            memset(group->tie, 0, sizeof group->tie);
        seen |= 1u << class;
        group->tie[class] = next--;
    }
    return seen != 0 ? NF_OK : fail_word(reader, "classes A to E in order of preference");
}

/* Reads an integer in the range of conditions. */
static bool read_condition_number(const struct reader *reader, int32_t *number)
{
    char digits[8];
    char *end;
    if (reader->length == 0 || reader->length >= sizeof digits)
        return false;
    memcpy(digits, reader->word, reader->length);
    digits[reader->length] = '\0';
    if (digits[0] != '-' && (digits[0] < '0' || digits[0] > '9'))
        return false;
    *number = (int32_t)strtol(digits, &end, 10);
    return end == digits + reader->length && *number > CIRNO_P_FLOOR && *number <= CIRNO_P_TOP;
}

static enum nf_status read_bound(struct reader *reader, struct cirno_group *group)
{
    int32_t number;
    next_word(reader);
    if (!word_is(reader, "p"))
        return fail_word(reader, "'p'");
    next_word(reader);
    const bool at_least = word_is(reader, ">=");
    if (!at_least && !word_is(reader, "<="))
        return fail_word(reader, "'>=' or '<='");
    next_word(reader);
    if (!read_condition_number(reader, &number))
        return fail_word(reader, "a number from -199 to 99");
    if (at_least && number > group->low)
        group->low = number;
    if (!at_least && number < group->high)
        group->high = number;
    return NF_OK;
}

static enum nf_status read_condition(struct reader *reader, struct cirno_group *group)
{
    do {
        NF_TRY(read_bound(reader, group));
        next_word(reader);
    } while (word_is(reader, "and"));
    return NF_OK;
}

void cirno_usual_ties(struct cirno_group *group)
{
    memcpy(group->tie, cirno_places[group->aim == CIRNO_AIM_MIN], sizeof group->tie);
}

static enum nf_status read_group(struct reader *reader, enum cirno_aim aim,
                                 struct cirno_group *group)
{
    *group = (struct cirno_group){.aim = aim, .low = CIRNO_P_FLOOR, .high = CIRNO_P_TOP};
    cirno_usual_ties(group);
    NF_TRY(read_cards(reader, group));
    while (reader->length != 0) {
        if (!word_is(reader, ","))
            return fail_word(reader, "a comma or the end of the line");
        next_word(reader);
        if (word_is(reader, "ties"))
            NF_TRY(read_ties(reader, group));
        else if (word_is(reader, "when"))
            NF_TRY(read_condition(reader, group));
        else
            return fail_word(reader, "'ties' or 'when'");
    }
    return NF_OK;
}

/* ---- the file ---- */

static enum nf_status start_section(struct reader *reader, struct cirno_section *section)
{
    if (section->given)
        return fail_word(reader, "each of 'normal' and 'doubled' once");
    section->given = true;
    next_word(reader);
    return reader->length == 0 ? NF_OK : fail_word(reader, "the end of the line");
}

static enum nf_status read_line(struct reader *reader, struct cirno_section sections[2],
                                struct cirno_section **current)
{
    if (word_is(reader, "normal") || word_is(reader, "doubled")) {
        *current = &sections[word_is(reader, "doubled")];
        return start_section(reader, *current);
    }
    if (*current == NULL)
        return fail_word(reader, "'normal' or 'doubled' before the first group");
    for (int aim = CIRNO_AIM_MAX; aim <= CIRNO_AIM_RANDOM; aim++)
        if (word_is(reader, aims[aim])) {
            if ((*current)->count == CIRNO_MAX_GROUPS)
                return fail_word(reader, "at most 64 groups");
            return read_group(reader, (enum cirno_aim)aim,
                              &(*current)->groups[(*current)->count++]);
        }
    return fail_word(reader, "'max', 'min', 'first', 'random', 'normal' or 'doubled'");
}

static enum nf_status read_sections(struct reader *reader, struct cirno_section sections[2])
{
    const struct nf_input *const input = reader->input;
    struct cirno_section *current = NULL;
    for (; reader->at < input->size; reader->at++) {
        next_word(reader);
        NF_TRY(reader->length == 0 ? NF_OK : read_line(reader, sections, &current));
    }
    for (int doubled = 0; doubled < 2; doubled++)
        if (!sections[doubled].given)
            return nf_fail_at(reader->err, input, input->size,
                              "found the end of the file, expected a section '%s'",
                              doubled != 0 ? "doubled" : "normal");
    return NF_OK;
}

enum nf_status cirno_sections_read(const struct nf_input *input, struct cirno_section sections[2],
                                   struct nf_error *err)
{
    struct reader reader = {.input = input, .err = err};
    memset(sections, 0, 2 * sizeof *sections);
    return read_sections(&reader, sections);
}

/* ---- printing ---- */

static int card_at(const struct cirno_group *group, unsigned place)
{
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        if (group->place[card] == place)
            return (int)card;
    return -1;
}

/* Returns the number of cards of a class if all of them follow from `place` on in order, else 0. */
static unsigned whole_class(const struct cirno_group *group, unsigned place, unsigned class)
{
    unsigned count = 0;
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        if (cirno_cards[card].class == class && group->place[card] != place + count++)
            return 0;
    return count;
}

static void print_cards(struct nf_text *text, const struct cirno_group *group)
{
    for (unsigned place = 1; card_at(group, place) >= 0;) {
        const struct cirno_card_info *const card = &cirno_cards[card_at(group, place)];
        const unsigned count = whole_class(group, place, card->class);
        if (count > 1 && card->class == CIRNO_COUNTER)
            nf_text_string(text, " counter");
        else if (count > 1)
            nf_text_format(text, " %c", class_letters[card->class]);
        else
            nf_text_format(text, " %s", card->name);
        place += count > 1 ? count : 1;
    }
}

static void print_ties(struct nf_text *text, const struct cirno_group *group)
{
    struct cirno_group usual = {.aim = group->aim};
    cirno_usual_ties(&usual);
    if (memcmp(usual.tie, group->tie, sizeof usual.tie) == 0)
        return;
    nf_text_string(text, ", ties");
    for (int tie = UINT8_MAX; tie > 0; tie--)
        for (int class = 0; class < CIRNO_COUNTER; class ++)
            if (group->tie[class] == tie)
                nf_text_format(text, " %c", class_letters[class]);
}

static void print_group(struct nf_text *text, const struct cirno_group *group)
{
    nf_text_format(text, "  %s", aims[group->aim]);
    print_cards(text, group);
    if (group->aim == CIRNO_AIM_MAX || group->aim == CIRNO_AIM_MIN)
        print_ties(text, group);
    if (group->low > CIRNO_P_FLOOR)
        nf_text_format(text, ", when p >= %d", group->low);
    if (group->high < CIRNO_P_TOP)
        nf_text_format(text, "%s p <= %d", group->low > CIRNO_P_FLOOR ? " and" : ", when",
                       group->high);
    nf_text_string(text, "\n");
}

void cirno_sections_print(struct nf_text *text, const struct cirno_section sections[2])
{
    for (int doubled = 0; doubled < 2; doubled++) {
        nf_text_string(text, doubled != 0 ? "doubled\n" : "normal\n");
        for (uint32_t i = 0; i < sections[doubled].count; i++)
            print_group(text, &sections[doubled].groups[i]);
    }
}
