/* The exports of the contract, in the canonical ABI: an answer of several values is a pointer to
 * them, and the host calls `cabi_post_...` once it has read it. */
#include "kit.h"

#include "contract.h"

#define RULES "boardloom:rules/rules@" BL_CONTRACT
#define BOARD "boardloom:rules/board@" BL_CONTRACT
#define SHORTCUTS "boardloom:rules/shortcuts@" BL_CONTRACT
#define EXPORT(name) __attribute__((export_name(name)))
/* Before a function that returns a pointer. */
#define ANSWER(id, name)                                          \
    EXPORT("cabi_post_" name) void done_##id(void *answer) {      \
        (void)answer;                                             \
        scratch_end();                                            \
    }                                                             \
    EXPORT(name)
#define IMPORT(name)                                              \
    __attribute__((import_module("[export]" RULES), import_name(name)))

IMPORT("[resource-new]open-game") int32_t new_game_handle(bl_opening *opening);
IMPORT("[resource-new]cursor") int32_t new_cursor_handle(cursor *at);

#define RESULT_OF(type)      \
    struct {                 \
        uint8_t is_error;    \
        union {              \
            type value;      \
            wit_message error; \
        } as;                \
    }
#define FIRST_FORM "moves"

/* ---- rules ---- */

ANSWER(schema, RULES "#schema") wit_string *schema(void) {
    wit_string *answer = SCRATCH(wit_string, 1);
    *answer = write_schema();
    return answer;
}

typedef struct {
    uint8_t is_error;
    union {
        int32_t handle;
        wit_diagnostics errors;
    } as;
} open_result;

ANSWER(open, RULES "#[static]open-game.open")
open_result *open_game(const char *bytes, size_t length) {
    open_result *answer = SCRATCH(open_result, 1);
    bl_opening *opening = open_ruleset(copy_of(bytes, length));
    answer->is_error = opening->errors.count > 0;
    if (answer->is_error) {
        wit_diagnostic *errors = SCRATCH(wit_diagnostic, opening->errors.count);
        memcpy(errors, opening->errors.items, opening->errors.count * sizeof *errors);
        answer->as.errors.items = errors;
        answer->as.errors.count = opening->errors.count;
        close_ruleset(opening);
    } else {
        answer->as.handle = new_game_handle(opening);
    }
    return answer;
}

EXPORT(RULES "#[dtor]open-game") void drop_game(bl_opening *opening) { close_ruleset(opening); }

ANSWER(warnings, RULES "#[method]open-game.warnings")
wit_diagnostics *warnings(bl_opening *opening) {
    (void)opening;
    wit_diagnostics *answer = SCRATCH(wit_diagnostics, 1);
    memset(answer, 0, sizeof *answer);
    return answer;
}

ANSWER(about, RULES "#[method]open-game.about") wit_about *about(bl_opening *opening) {
    wit_about *answer = SCRATCH(wit_about, 1);
    memset(answer, 0, sizeof *answer);
    answer->seats = answer->colors = boardloom_game.seats;
    uint32_t kinds = 0;
    while (boardloom_game.kinds[kinds].id) kinds++;
    answer->kinds.items = SCRATCH(wit_kind, kinds);
    answer->kinds.count = kinds;
    for (uint32_t at = 0; at < kinds; at++) {
        const bl_kind *kind = &boardloom_game.kinds[at];
        wit_kind *out = &answer->kinds.items[at];
        out->id = string_of(kind->id);
        out->name = message_of("kind", kind->id);
        out->shape = string_of(kind->shape ? kind->shape : "disc");
        out->letters.count = (uint32_t)(kind->letters ? strlen(kind->letters) : 0);
        out->letters.items = SCRATCH(wit_string, out->letters.count);
        for (uint32_t nth = 0; nth < out->letters.count; nth++) {
            out->letters.items[nth] = (wit_string){kind->letters + nth, 1};
        }
    }
    answer->roles = opening->roles;
    answer->views.items = SCRATCH(wit_view, 1);
    answer->views.items[0] = (wit_view){string_of("flat"), message_of("view.flat", "Flat"), 2};
    answer->views.count = 1;
    answer->forms.items = SCRATCH(wit_string, 2);
    answer->forms.items[0] = string_of(FIRST_FORM);
    answer->forms.items[1] = string_of("diagram");
    answer->forms.count = opening->width > 0 ? 2 : 1;
    answer->unit = message_of("unit", "point");
    answer->bound = (wit_option_u32){opening->bound > 0, opening->bound};
    answer->facts.items = SCRATCH(wit_pair, 1);
    answer->facts.items[0] = (wit_pair){string_of("draws"), string_of("possible")};
    answer->facts.count = boardloom_game.draws;
    return answer;
}

ANSWER(explain, RULES "#[method]open-game.explain") wit_messages *explain(bl_opening *opening) {
    bl_text text = {.in_paragraphs = true};
    if (boardloom_game.explain) boardloom_game.explain(opening->game, &text);
    wit_messages *answer = SCRATCH(wit_messages, 1);
    *answer = (wit_messages){SCRATCH(wit_message, text.length), 0};
    const char *end = text_of(&text) + text.length;
    for (const char *at = text_of(&text); at < end; at += strlen(at) + 1) {
        answer->items[answer->count++] = message_of("rules", at);
    }
    return answer;
}

EXPORT(RULES "#[method]open-game.start") int32_t start(bl_opening *opening) {
    current = opening;
    int32_t handle = new_cursor_handle(cursor_start(opening));
    scratch_end();
    return handle;
}

typedef RESULT_OF(int32_t) cursor_result;

static cursor_result *read_cursor(bl_opening *opening, const char *bytes, size_t length) {
    current = opening;
    const char *error = NULL;
    cursor *read = read_moves(opening, copy_of(bytes, length), &error);
    cursor_result *answer = SCRATCH(cursor_result, 1);
    answer->is_error = read == NULL;
    if (read) {
        answer->as.value = new_cursor_handle(read);
    } else {
        answer->as.error = message_of("read", error);
    }
    return answer;
}

ANSWER(load, RULES "#[method]open-game.load")
cursor_result *load(bl_opening *opening, const char *bytes, size_t length) {
    return read_cursor(opening, bytes, length);
}

ANSWER(read, RULES "#[method]open-game.read")
cursor_result *read(bl_opening *opening, const char *bytes, size_t length) {
    return read_cursor(opening, bytes, length);
}

/* ---- cursor ---- */

EXPORT(RULES "#[dtor]cursor") void drop_cursor(cursor *at) { cursor_free(at); }

/* Begins a call on a cursor: labels are those of its board. */
static bl_opening *enter(const cursor *at) {
    bl_opening *opening = opening_of(at);
    current = opening;
    return opening;
}

static void fill_status(const cursor *at, wit_status *out) {
    bl_opening *opening = enter(at);
    bl_status status = status_of(at);
    uint8_t seats = boardloom_game.seats;
    memset(out, 0, sizeof *out);
    out->ply = plies_of(at);
    out->chance = !status.over && status.mover == BL_CHANCE;
    out->acting.items = SCRATCH(uint8_t, 1);
    out->acting.items[0] = status.mover;
    out->acting.count = !status.over && !out->chance;
    out->seats.items = SCRATCH(wit_seat, seats);
    out->seats.count = seats;
    for (bl_seat seat = 0; seat < seats; seat++) {
        bool has_score = boardloom_game.score != NULL;
        double score = has_score
            ? boardloom_game.score(opening->game, position_of(at), seat) : 0;
        out->seats.items[seat] = (wit_seat){seat, score, 0, left_seat(at) != seat};
    }
    out->outcome.is_some = status.over;
    if (status.over) {
        out->outcome.value.ranks.items = SCRATCH(uint8_t, seats);
        out->outcome.value.ranks.count = seats;
        memcpy(out->outcome.value.ranks.items, status.ranks, seats);
        const char *reason = status.reason ? status.reason : "the game is over";
        out->outcome.value.reason = message_of("over", reason);
    }
    out->key = key_of(at);
    out->sites = opening->places.count;
}

ANSWER(status, RULES "#[method]cursor.status") wit_status *status(const cursor *at) {
    wit_status *answer = SCRATCH(wit_status, 1);
    fill_status(at, answer);
    return answer;
}

static void add_piece(wit_pieces *list, const cursor *at, bl_site site) {
    wit_site_piece *item = &list->items[list->count];
    item->site = site;
    list->count += piece_at(at, site, &item->piece);
}

ANSWER(pieces, RULES "#[method]cursor.pieces")
wit_pieces *pieces(const cursor *at, bl_site first, uint32_t limit) {
    uint32_t sites = enter(at)->places.count;
    uint32_t end = limit < sites && first < sites - limit ? first + limit : sites;
    wit_pieces *answer = SCRATCH(wit_pieces, 1);
    *answer = (wit_pieces){SCRATCH(wit_site_piece, sites), 0};
    for (bl_site site = first; site < end; site++) add_piece(answer, at, site);
    return answer;
}

ANSWER(pieces_at, SHORTCUTS "#pieces-at")
wit_pieces *pieces_at(const cursor *at, const bl_site *sites, uint32_t count) {
    uint32_t known = enter(at)->places.count;
    wit_pieces *answer = SCRATCH(wit_pieces, 1);
    *answer = (wit_pieces){SCRATCH(wit_site_piece, count), 0};
    for (uint32_t nth = 0; nth < count; nth++) {
        if (sites[nth] < known) add_piece(answer, at, sites[nth]);
    }
    return answer;
}

static void add_target(wit_choices *out, const cursor *at, bl_site site, bool is_last,
                       const bl_piece *moved) {
    for (uint32_t nth = 0; nth < out->targets.count; nth++) {
        if (out->targets.items[nth].site == site) return;
    }
    bl_piece there;
    bool is_taken = piece_at(at, site, &there) && (!moved || there.color != moved->color);
    uint8_t kind = !is_last ? TARGET_PICK : is_taken ? TARGET_CAPTURE : TARGET_QUIET;
    out->targets.items[out->targets.count++] = (wit_target){site, kind};
}

ANSWER(choices, RULES "#[method]cursor.choices")
wit_choices *choices(cursor *at, uint32_t by, const bl_site *path, uint32_t length) {
    bl_opening *opening = enter(at);
    bl_moves *moves = legal_moves(at, (bl_seat)by);
    wit_choices *answer = SCRATCH(wit_choices, 1);
    memset(answer, 0, sizeof *answer);
    answer->targets.items = SCRATCH(wit_target, opening->places.count);
    answer->options.items = SCRATCH(wit_move_option, moves->all.count);
    bl_piece picked;
    bool is_picked = length > 0 && piece_at(at, path[0], &picked);
    const bl_move *put = NULL;
    for (uint32_t nth = 0; nth < moves->all.count; nth++) {
        const named_move *named = &moves->all.items[nth];
        const bl_move *move = &named->move;
        if (move->steps < length || memcmp(move->path, path, length * sizeof *path) != 0) continue;
        if (move->steps == length) {
            wit_move_option *option = &answer->options.items[answer->options.count++];
            *option = (wit_move_option){string_of(named->notation),
                                        message_of("move", named->notation), false};
            continue;
        }
        bool is_last = move->steps == length + 1;
        add_target(answer, at, move->path[length], is_last, is_picked ? &picked : NULL);
        if (!put && move->steps == 1) put = move;
    }
    if (put) {
        cursor *ahead = cursor_fork(at);
        bl_site site = put->path[0];
        play_move(ahead, put);
        answer->placed_piece.is_some = piece_at(ahead, site, &answer->placed_piece.value);
        cursor_free(ahead);
    }
    return answer;
}

typedef struct {
    const bl_site *items;
    uint32_t count;
} site_list;
typedef LIST_OF(site_list) site_lists;

ANSWER(paths, RULES "#[method]cursor.paths")
site_lists *paths(cursor *at, uint32_t by, const char *bytes, size_t length) {
    enter(at);
    const named_move *move = find_move(at, (bl_seat)by, copy_of(bytes, length));
    site_lists *answer = SCRATCH(site_lists, 1);
    *answer = (site_lists){SCRATCH(site_list, 1), move && move->move.steps > 0};
    if (move) answer->items[0] = (site_list){move->move.path, move->move.steps};
    return answer;
}

EXPORT(SHORTCUTS "#count-moves") uint64_t count_moves(cursor *at, uint32_t by) {
    enter(at);
    uint64_t count = legal_moves(at, (bl_seat)by)->all.count;
    scratch_end();
    return by == BL_CHANCE ? 0 : count;
}

ANSWER(legal_moves, RULES "#[method]cursor.legal-moves")
wit_strings *list_moves(cursor *at, uint32_t by, uint32_t is_later, const char *bytes,
                        size_t length, uint32_t limit) {
    enter(at);
    bl_moves *moves = legal_moves(at, (bl_seat)by);
    const char *after = is_later ? copy_of(bytes, length) : NULL;
    if (limit > 4096) limit = 4096;
    uint32_t count = by == BL_CHANCE ? 0 : moves->all.count;
    wit_strings *answer = SCRATCH(wit_strings, 1);
    *answer = (wit_strings){SCRATCH(wit_string, limit < count ? limit : count), 0};
    for (uint32_t nth = 0; nth < count && answer->count < limit; nth++) {
        const char *notation = moves->all.items[nth].notation;
        if (after && strcmp(notation, after) <= 0) continue;
        answer->items[answer->count++] = string_of(notation);
    }
    return answer;
}

EXPORT(SHORTCUTS "#is-legal")
bool is_legal(cursor *at, uint32_t by, const char *bytes, size_t length) {
    enter(at);
    bool is_known = find_move(at, (bl_seat)by, copy_of(bytes, length)) != NULL;
    scratch_end();
    return is_known;
}

/* Says why a text is not a legal move. */
static wit_message refusal(cursor *at, uint32_t by, const char *text) {
    bl_text why = {0};
    bl_status status = status_of(at);
    if (status.over) {
        bl_write(&why, "the game is over");
    } else if (status.mover != by) {
        bl_write(&why, "it is not this player's turn");
    } else if (boardloom_game.refusal) {
        boardloom_game.refusal(opening_of(at)->game, position_of(at), text, &why);
    }
    if (why.length == 0) bl_write(&why, "`%s` is not a legal move", text);
    return message_of("illegal", text_of(&why));
}

typedef RESULT_OF(wit_string) string_result;

ANSWER(parse, SHORTCUTS "#parse")
string_result *parse(cursor *at, uint32_t by, const char *bytes, size_t length) {
    enter(at);
    while (length > 0 && bytes[length - 1] == ' ') length--;
    while (length > 0 && bytes[0] == ' ') bytes++, length--;
    const char *text = copy_of(bytes, length);
    const named_move *move = find_move(at, (bl_seat)by, text);
    bl_moves *moves = legal_moves(at, (bl_seat)by);
    for (uint32_t nth = 0; !move && nth < moves->all.count; nth++) {
        if (same_word(moves->all.items[nth].notation, text)) move = &moves->all.items[nth];
    }
    string_result *answer = SCRATCH(string_result, 1);
    answer->is_error = move == NULL;
    if (move) {
        answer->as.value = string_of(move->notation);
    } else {
        answer->as.error = refusal(at, by, text);
    }
    return answer;
}

ANSWER(describe, SHORTCUTS "#describe-move")
wit_message *describe_move(cursor *at, uint32_t by, const char *bytes, size_t length) {
    (void)at, (void)by;
    wit_message *answer = SCRATCH(wit_message, 1);
    *answer = message_of("move", copy_of(bytes, length));
    return answer;
}

typedef RESULT_OF(wit_effects) effects_result;

ANSWER(play, RULES "#[method]cursor.play")
effects_result *play(cursor *at, uint32_t by, const char *bytes, size_t length) {
    enter(at);
    const char *text = copy_of(bytes, length);
    const named_move *move = find_move(at, (bl_seat)by, text);
    effects_result *answer = SCRATCH(effects_result, 1);
    answer->is_error = move == NULL;
    if (move) {
        play_move(at, &move->move);
        answer->as.value = effects_of_last(at);
    } else {
        answer->as.error = refusal(at, by, text);
    }
    return answer;
}

typedef struct {
    wit_status status;
    wit_effects effects;
} previewed;
typedef RESULT_OF(previewed) preview_result;

ANSWER(preview, SHORTCUTS "#preview")
preview_result *preview(cursor *at, uint32_t by, const char *bytes, size_t length) {
    enter(at);
    const char *text = copy_of(bytes, length);
    const named_move *move = find_move(at, (bl_seat)by, text);
    preview_result *answer = SCRATCH(preview_result, 1);
    answer->is_error = move == NULL;
    if (move) {
        cursor *ahead = cursor_fork(at);
        play_move(ahead, &move->move);
        fill_status(ahead, &answer->as.value.status);
        answer->as.value.effects = effects_of_last(ahead);
        cursor_free(ahead);
    } else {
        answer->as.error = refusal(at, by, text);
    }
    return answer;
}

ANSWER(remove_player, RULES "#[method]cursor.remove-player")
effects_result *remove_player(cursor *at, uint32_t who) {
    enter(at);
    effects_result *answer = SCRATCH(effects_result, 1);
    answer->is_error = who >= boardloom_game.seats || status_of(at).over;
    if (answer->is_error) {
        answer->as.error = message_of("leave", "the game is over, or there is no such player");
    } else {
        leave(at, (bl_seat)who);
        answer->as.value = effects_of_last(at);
    }
    return answer;
}

typedef struct {
    wit_string move;
    uint32_t weight;
} weighted_move;
typedef OPTION_OF(LIST_OF(weighted_move)) weighted_moves;

ANSWER(chance_outcomes, RULES "#[method]cursor.chance-outcomes")
weighted_moves *chance_outcomes(cursor *at, uint32_t limit) {
    enter(at);
    bl_moves *moves = legal_moves(at, BL_CHANCE);
    uint32_t count = moves->all.count;
    weighted_moves *answer = SCRATCH(weighted_moves, 1);
    memset(answer, 0, sizeof *answer);
    answer->is_some = count > 0 && count <= limit;
    if (!answer->is_some) return answer;
    answer->value.items = SCRATCH(weighted_move, count);
    answer->value.count = count;
    for (uint32_t nth = 0; nth < count; nth++) {
        const named_move *move = &moves->all.items[nth];
        answer->value.items[nth] =
            (weighted_move){string_of(move->notation), weight_of(&move->move)};
    }
    return answer;
}

ANSWER(sample_outcome, RULES "#[method]cursor.sample-outcome")
wit_string *sample_outcome(cursor *at, uint64_t random) {
    enter(at);
    bl_moves *moves = legal_moves(at, BL_CHANCE);
    wit_string *answer = SCRATCH(wit_string, 1);
    *answer = string_of("");
    if (moves->all.count > 0) {
        const bl_move *drawn = weighted(moves, random % total_weight(moves));
        *answer = string_of(notation_of(at, drawn));
    }
    return answer;
}

EXPORT(RULES "#[method]cursor.undo") bool undo_move(cursor *at) { return undo(at); }

EXPORT(RULES "#[method]cursor.fork") int32_t fork_cursor(const cursor *at) {
    return new_cursor_handle(cursor_fork(at));
}

ANSWER(save, RULES "#[method]cursor.save") wit_string *save(const cursor *at) {
    wit_string *answer = SCRATCH(wit_string, 1);
    *answer = write_moves(at);
    return answer;
}

static wit_string diagram(const cursor *at) {
    const bl_opening *opening = opening_of(at);
    bl_text out = {0};
    for (uint32_t y = 0; y < opening->height; y++) {
        for (uint32_t x = 0; x < opening->width; x++) {
            bl_piece piece;
            char letter = '.';
            if (piece_at(at, y * opening->width + x, &piece)) {
                const char *letters = boardloom_game.kinds[piece.kind].letters;
                size_t count = letters ? strlen(letters) : 0;
                letter = count == 0 ? '?' : letters[piece.color < count ? piece.color : 0];
            }
            bl_write(&out, "%s%c", x > 0 ? " " : "", letter);
        }
        if (y + 1 < opening->height) bl_write(&out, "\n");
    }
    return string_of(text_of(&out));
}

ANSWER(write, RULES "#[method]cursor.write")
string_result *write(const cursor *at, const char *bytes, size_t length) {
    bl_opening *opening = enter(at);
    const char *form = copy_of(bytes, length);
    string_result *answer = SCRATCH(string_result, 1);
    answer->is_error = false;
    if (strcmp(form, FIRST_FORM) == 0) {
        answer->as.value = write_moves(at);
    } else if (strcmp(form, "diagram") == 0 && opening->width > 0) {
        answer->as.value = diagram(at);
    } else {
        answer->is_error = true;
        answer->as.error = message_of("write", "expected the form `" FIRST_FORM "`");
    }
    return answer;
}

/* ---- board ---- */

ANSWER(extent, BOARD "#extent") wit_extent *extent(const cursor *at, uint32_t view) {
    (void)view;
    const bl_opening *opening = opening_of(at);
    wit_extent *answer = SCRATCH(wit_extent, 1);
    *answer = (wit_extent){.shapes = opening->shapes.count,
                           .places = opening->places.count,
                           .lines = opening->lines.count,
                           .captions = opening->captions.count};
    return answer;
}

/* The part of a list behind its first items. */
#define PART_OF(list, all, beyond)                                    \
    do {                                                              \
        uint32_t from = (beyond) < (all).count ? (beyond) : (all).count; \
        (list).items = (all).items + from;                            \
        (list).count = (all).count - from;                            \
        if ((list).count > limit) (list).count = limit;               \
    } while (0)

ANSWER(drawing, BOARD "#drawing-beyond")
wit_patch *drawing_beyond(const cursor *at, uint32_t view, uint32_t revision, uint32_t frames,
                          uint32_t shapes, uint32_t places, uint32_t lines, uint32_t captions,
                          uint32_t limit) {
    (void)view, (void)revision, (void)frames;
    const bl_opening *opening = opening_of(at);
    wit_patch *answer = SCRATCH(wit_patch, 1);
    memset(answer, 0, sizeof *answer);
    PART_OF(answer->shapes, opening->shapes, shapes);
    PART_OF(answer->places, opening->places, places);
    PART_OF(answer->lines, opening->lines, lines);
    PART_OF(answer->captions, opening->captions, captions);
    return answer;
}

ANSWER(proposed, BOARD "#proposed-sites")
wit_patch *proposed_sites(const cursor *at, uint32_t view, const bl_site *path, uint32_t length) {
    (void)at, (void)view, (void)path, (void)length;
    wit_patch *answer = SCRATCH(wit_patch, 1);
    memset(answer, 0, sizeof *answer);
    return answer;
}

ANSWER(marks, BOARD "#marks") wit_marks *marks(const cursor *at) {
    bl_opening *opening = enter(at);
    bl_marks found = {{NULL, 0}};
    const bl_move *last = last_move(at);
    if (last && last->steps > 1) bl_mark(&found, "last-from", &last->path[0], 1);
    if (last && last->steps > 0) bl_mark(&found, "last-to", &last->path[last->steps - 1], 1);
    if (boardloom_game.marks) boardloom_game.marks(opening->game, position_of(at), &found);
    wit_marks *answer = SCRATCH(wit_marks, 1);
    *answer = (wit_marks){SCRATCH(wit_mark, found.all.count), found.all.count};
    memcpy(answer->items, found.all.items, found.all.count * sizeof(wit_mark));
    free(found.all.items);
    return answer;
}
