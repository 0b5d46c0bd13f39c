#include "games/cirno/rules/format.h"

#include "base/lang.h"

#include <endian.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME(letters)                                                                              \
    {                                                                                              \
        letters, sizeof letters - 1                                                                \
    }
const struct cirno_name cirno_seat_names[CIRNO_MAX_PLAYERS] = {
    NAME("Cirno"),     NAME("Reimu"),   NAME("Marisa"), NAME("Sakuya"),  NAME("Remilia"),
    NAME("Flandre"),   NAME("Meiling"), NAME("Rumia"),  NAME("Koakuma"), NAME("Patchouli"),
    NAME("Daiyousei"), NAME("Alice"),   NAME("Youmu"),  NAME("Yuyuko"),  NAME("Yukari"),
    NAME("Ran"),       NAME("Chen"),    NAME("Sanae"),  NAME("Kanako"),  NAME("Suwako"),
    NAME("Aya"),       NAME("Nitori"),  NAME("Hina"),   NAME("Momiji"),  NAME("Mokou"),
    NAME("Keine"),     NAME("Kaguya"),  NAME("Eirin"),  NAME("Reisen"),  NAME("Tewi"),
};
#undef NAME

/* ---- tokens ---- */

struct scanner {
    const struct nf_input *input;
    struct nf_error *err;
    size_t at; /* behind the last token */
};

/* Length 0: end of the input. */
struct token {
    const char *text;
    size_t length;
};

static const uint64_t space_set =
    (uint64_t)1 << ' ' | (uint64_t)1 << '\t' | (uint64_t)1 << '\n' | (uint64_t)1 << '\r';

static bool is_space(char byte)
{
    const unsigned char code = (unsigned char)byte;
    return code <= ' ' && (space_set >> code & 1) != 0;
}

static struct token next_token(struct scanner *scanner)
{
    const char *const data = scanner->input->data;
    const size_t size = scanner->input->size;
    size_t start = scanner->at;
    while (start < size && is_space(data[start]))
        start++;
    size_t end = start;
    while (end < size && !is_space(data[end]))
        end++;
    scanner->at = end;
    return (struct token){end > start ? data + start : NULL, end - start};
}

/* "found TOKEN, expected ..." at the place of `token`. */
__attribute__((format(printf, 3, 4))) static enum nf_status
fail_found(const struct scanner *scanner, struct token token, const char *expected, ...)
{
    char quoted[NF_QUOTED], wanted[256];
    va_list args;
    va_start(args, expected);
    vsnprintf(wanted, sizeof wanted, _(expected), args);
    va_end(args);
    const size_t offset =
        token.length > 0 ? (size_t)(token.text - scanner->input->data) : scanner->input->size;
    return nf_fail_at(
        scanner->err, scanner->input, offset, "found %s, expected %s",
        token.length > 0 ? nf_quote(quoted, token.text, token.length) : _("end of input"), wanted);
}

/* ---- numbers and names ---- */

static enum nf_status read_count(struct scanner *scanner, const char *what, uint32_t high,
                                 uint32_t *count)
{
    const struct token token = next_token(scanner);
    uint32_t value = 0;
    size_t digits = 0;
    while (digits < token.length && token.text[digits] >= '0' && token.text[digits] <= '9') {
        value = value * 10 + (uint32_t)(token.text[digits++] - '0');
        if (value > high)
            value = high + 1; /* stays out of range and cannot overflow */
    }
    if (digits == 0 || digits < token.length || value < 1 || value > high)
        return fail_found(scanner, token, N_("%s, an integer from 1 to %u"), what, high);
    *count = value;
    return NF_OK;
}

static enum nf_status read_name(struct scanner *scanner, uint32_t player, struct cirno_name *name)
{
    const struct token token = next_token(scanner);
    size_t letters = 0;
    while (letters < token.length && letters <= CIRNO_MAX_NAME &&
           ((token.text[letters] >= 'A' && token.text[letters] <= 'Z') ||
            (token.text[letters] >= 'a' && token.text[letters] <= 'z')))
        letters++;
    if (letters == 0 || letters < token.length || letters > CIRNO_MAX_NAME)
        return fail_found(scanner, token, N_("the name of player %u (1 to %d Latin letters)"),
                          player, CIRNO_MAX_NAME);
    *name = (struct cirno_name){token.text, (uint32_t)letters};
    return NF_OK;
}

/* ---- cards ---- */

/* Fails for a token that is not a card, with a suggestion. */
static enum nf_status fail_card(const struct scanner *scanner, struct token token)
{
    static const char list[] =
#define X(name, class, number) #name " "
        CIRNO_CARD_LIST(X);
#undef X
    char upper[sizeof cirno_cards[0].name];
    int meant = -1;
    if (token.length <= sizeof upper) {
        for (size_t i = 0; i < token.length; i++) {
            const char byte = token.text[i];
            upper[i] = byte >= 'a' && byte <= 'z' ? (char)(byte - 'a' + 'A') : byte;
        }
        meant = cirno_find_card(upper, token.length);
    }
    const int list_length = (int)sizeof list - 2;
    if (meant < 0)
        return fail_found(scanner, token, N_("a card (%.*s)"), list_length, list);
    return fail_found(scanner, token, N_("a card (%.*s); did you mean '%s'?"), list_length, list,
                      cirno_cards[meant].name);
}

static enum nf_status read_hand(struct scanner *scanner, uint32_t player, uint8_t *hand)
{
    for (int i = 0; i < CIRNO_HAND; i++) {
        const struct token token = next_token(scanner);
        if (token.length == 0)
            return fail_found(scanner, token, N_("hand card %d of %d of player %u"), i + 1,
                              CIRNO_HAND, player);
        const int card = cirno_find_card(token.text, token.length);
        if (card < 0)
            return fail_card(scanner, token);
        hand[i] = (uint8_t)card;
    }
    return NF_OK;
}

/* Card names by hash. The key is the 64-bit number of the name's bytes, first byte lowest. The
 * multiplier was searched so that the 18 names have different slots; a name without a slot would
 * still be read, by the slow path. */
enum { SLOT_BITS = 5, BLOCK = 64 };
struct slots {
    uint64_t key[1 << SLOT_BITS];
    uint8_t card[1 << SLOT_BITS];
};

static size_t slot_of(uint64_t key)
{
    return (size_t)(key * 0x64c371cfae7fba11u >> (64 - SLOT_BITS));
}

static uint64_t load_bytes(const char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

static void fill_slots(struct slots *slots)
{
    memset(slots->key, 0xff, sizeof slots->key); /* not a key of up to seven bytes */
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        const uint64_t key = load_bytes(cirno_cards[card].name); /* padded with zeros */
        slots->key[slot_of(key)] = key;
        slots->card[slot_of(key)] = (uint8_t)card;
    }
}

/* Returns a bit for each of the 64 bytes at `block` that is at most a space, first byte lowest.
 * Works on eight bytes at a time: sets the top bit of matching bytes, and gathers the top bits by a
 * multiplication. */
static uint64_t find_low_bytes(const char *block)
{
    const uint64_t each = 0x0101010101010101u, tops = each * 0x80;
    uint64_t found = 0;
    for (unsigned i = 0; i < BLOCK; i += 8) {
        const uint64_t word = load_bytes(block + i);
        const uint64_t low = ~(((word | tops) - each * (' ' + 1)) | word) & tops;
        found |= ((low >> 7) * 0x0102040810204080u >> 56) << i;
    }
    return found;
}

/* Fast path: reads cards in blocks as long as the names are known, white space follows each, there
 * is room to look ahead, and more cards follow than a block can hold. Stops before anything else.
 * Returns how many cards it read, fewer than `count`. */
static uint32_t read_usual_cards(struct scanner *scanner, const struct slots *slots, uint8_t *cards,
                                 uint32_t count)
{
    const char *const data = scanner->input->data;
    const size_t size = scanner->input->size;
    size_t start = scanner->at; /* start of the next token */
    uint32_t done = 0;
    for (size_t block = start; size - block >= BLOCK + sizeof(uint64_t) && count - done >= BLOCK;
         block += BLOCK) {
        for (uint64_t low = find_low_bytes(data + block); low != 0; low &= low - 1) {
            const size_t end = block + (unsigned)__builtin_ctzll(low);
            const size_t length = end - start;
            if (!is_space(data[end]) || length >= sizeof(uint64_t))
                goto unusual;
            const uint64_t key = load_bytes(data + start) & (((uint64_t)1 << (8 * length)) - 1);
            const size_t slot = slot_of(key);
            if (slots->key[slot] == key)
                cards[done++] = slots->card[slot];
            else if (length > 0) /* otherwise another space */
                goto unusual;
            start = end + 1;
        }
    }
unusual:
    scanner->at = start;
    return done;
}

static enum nf_status read_deck(struct scanner *scanner, struct cirno_parsed *parsed)
{
    struct slots slots;
    fill_slots(&slots);
    const uint32_t size = parsed->instance.deck_size;
    parsed->deck_start = scanner->at;
    for (uint32_t done = 0; done < size;) {
        done += read_usual_cards(scanner, &slots, parsed->deck + done, size - done);
        const struct token token = next_token(scanner);
        if (token.length == 0)
            return fail_found(scanner, token, N_("deck card %u of %u"), done + 1, size);
        const int card = cirno_find_card(token.text, token.length);
        if (card < 0)
            return fail_card(scanner, token);
        parsed->deck[done++] = (uint8_t)card;
    }
    return NF_OK;
}

size_t cirno_deck_offset(const struct nf_input *input, const struct cirno_parsed *parsed,
                         uint32_t count)
{
    struct scanner scanner = {.input = input, .at = parsed->deck_start};
    for (uint32_t i = 0; i < count; i++)
        next_token(&scanner);
    return scanner.at;
}

/* ---- whole games ---- */

static enum nf_status read_head(struct scanner *scanner, struct cirno_parsed *parsed)
{
    struct cirno_instance *const game = &parsed->instance;
    enum nf_status status =
        read_count(scanner, _("the number of players n"), CIRNO_MAX_PLAYERS, &game->players);
    if (status == NF_OK)
        status = read_count(scanner, _("the number of rounds m"), CIRNO_MAX_ROUNDS, &game->rounds);
    if (status == NF_OK)
        status =
            read_count(scanner, _("the number of deck cards k"), CIRNO_MAX_DECK, &game->deck_size);
    for (uint32_t seat = 0; status == NF_OK && seat < game->players; seat++) {
        status = read_name(scanner, seat + 1, &parsed->names[seat]);
        if (status == NF_OK)
            status = read_hand(scanner, seat + 1, parsed->hands + seat * CIRNO_HAND);
    }
    return status;
}

enum nf_status cirno_parse(const struct nf_input *input, struct cirno_parsed *parsed,
                           struct nf_error *err)
{
    struct scanner scanner = {input, err, 0};
    parsed->deck = NULL;
    enum nf_status status = read_head(&scanner, parsed);
    if (status != NF_OK)
        return status;
    parsed->deck = malloc(parsed->instance.deck_size);
    if (parsed->deck == NULL)
        return nf_fail(err, NF_IO, "%s: out of memory for the deck", input->name);
    parsed->instance.hands = parsed->hands;
    parsed->instance.deck = parsed->deck;
    status = read_deck(&scanner, parsed);
    if (status == NF_OK) {
        const struct token extra = next_token(&scanner);
        if (extra.length > 0)
            status = fail_found(&scanner, extra, N_("end of input after deck card %u of %u"),
                                parsed->instance.deck_size, parsed->instance.deck_size);
    }
    if (status != NF_OK)
        cirno_parsed_free(parsed);
    return status;
}

void cirno_parsed_free(struct cirno_parsed *parsed)
{
    free(parsed->deck);
    parsed->deck = NULL;
}

/* Writes `count` cards, each after a space, and returns the end of the text. */
static char *put_cards(char *to, const uint8_t *cards, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct cirno_card_info *const card = &cirno_cards[cards[i]];
        *to++ = ' ';
        memcpy(to, card->name, sizeof card->name);
        to += card->name_length;
    }
    return to;
}

uint32_t cirno_first_of_name(const struct cirno_name *names, uint32_t seat)
{
    uint32_t first = 0;
    while (names[first].length != names[seat].length ||
           memcmp(names[first].text, names[seat].text, names[seat].length) != 0)
        first++; /* ends at `seat` itself */
    return first;
}

void cirno_print(struct nf_text *text, const struct cirno_instance *instance,
                 const struct cirno_name *names)
{
    enum { CARD_ROOM = 1 + sizeof cirno_cards[0].name, LINE_ROOM = CIRNO_MAX_NAME + 1 };
    nf_text_format(text, "%u %u %u\n", instance->players, instance->rounds, instance->deck_size);
    const size_t cards = (size_t)instance->players * CIRNO_HAND + instance->deck_size;
    char *const start =
        nf_text_room(text, cards * CARD_ROOM + (size_t)instance->players * LINE_ROOM + 1);
    if (start == NULL)
        return;
    char *to = start;
    for (uint32_t seat = 0; seat < instance->players; seat++) {
        memcpy(to, names[seat].text, names[seat].length);
        to = put_cards(to + names[seat].length, instance->hands + seat * CIRNO_HAND, CIRNO_HAND);
        *to++ = '\n';
    }
    /* The deck's line starts with a card, so its first space becomes the end of the line before. */
    char *const line_end = to - 1;
    to = put_cards(line_end, instance->deck, instance->deck_size);
    *line_end = '\n';
    *to++ = '\n';
    text->size += (size_t)(to - start);
}

enum nf_status cirno_pad(const struct nf_input *instance, uint32_t cards, struct nf_text *padded,
                         uint32_t *added, struct nf_error *err)
{
    struct cirno_parsed parsed;
    const enum nf_status status = cirno_parse(instance, &parsed, err);
    if (status != NF_OK)
        return status;
    struct cirno_instance *const game = &parsed.instance;
    const uint32_t room = CIRNO_MAX_DECK - game->deck_size;
    *added = cards < room ? cards : room;
    uint8_t *const deck = realloc(parsed.deck, (size_t)game->deck_size + *added);
    if (deck != NULL) {
        memset(deck + game->deck_size, cirno_find_card("A99", strlen("A99")), *added);
        game->deck_size += *added;
        game->deck = parsed.deck = deck;
        cirno_print(padded, game, parsed.names);
    }
    cirno_parsed_free(&parsed);
    return deck == NULL || padded->failed ? nf_fail(err, NF_IO, "out of memory for a longer deck")
                                          : NF_OK;
}
