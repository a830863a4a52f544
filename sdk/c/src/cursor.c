/* A position and the moves that led to it. */
#include "kit.h"

/* A move that was played, or a seat that left. */
typedef struct {
    bl_seat by;
    bool is_leave;
    bl_move move;
    /* Its notation; stays while the move does. */
    char *notation;
} ply;

struct cursor {
    bl_opening *opening;
    LIST_OF(ply) plies;
    /* One position for each ply and one before the first, `size` bytes each. */
    unsigned char *positions;
    size_t size, room;
    /* Plies that were read from a text: `undo` stops there. */
    uint32_t first;
    /* The moves of the seat to move, until the position changes. */
    bool is_listed;
    bl_moves listed, none;
};

#define PREFIX "moves:"
/* A seat that left, counted from 1. */
#define LEFT "out:"

static const void *position_after(const cursor *at, uint32_t plies) {
    return at->positions + plies * at->size;
}

const void *position_of(const cursor *at) { return position_after(at, at->plies.count); }
bl_opening *opening_of(const cursor *at) { return at->opening; }
uint32_t plies_of(const cursor *at) { return at->plies.count; }

static cursor *new_cursor(bl_opening *opening, size_t room) {
    cursor *new = calloc(1, sizeof *new);
    new->opening = opening;
    /* Aligned for all types, and never empty. */
    new->size = (boardloom_game.position_size + 16) & ~(size_t)15;
    new->room = room;
    new->positions = calloc(room, new->size);
    return new;
}

cursor *cursor_start(bl_opening *opening) {
    cursor *new = new_cursor(opening, 16);
    boardloom_game.start(opening->game, new->positions);
    return new;
}

cursor *cursor_fork(const cursor *at) {
    cursor *new = new_cursor(at->opening, at->plies.count + 16);
    memcpy(new->positions, at->positions, (at->plies.count + 1) * at->size);
    new->first = at->first;
    for (uint32_t nth = 0; nth < at->plies.count; nth++) {
        ply *copy = GROW(new->plies);
        *copy = at->plies.items[nth];
        copy->notation = lasting_copy(copy->notation);
    }
    return new;
}

static void clear_list(cursor *at) {
    for (uint32_t nth = 0; nth < at->listed.all.count; nth++) {
        free(at->listed.all.items[nth].notation);
    }
    free(at->listed.all.items);
    memset(&at->listed, 0, sizeof at->listed);
    at->is_listed = false;
}

void cursor_free(cursor *at) {
    clear_list(at);
    for (uint32_t nth = 0; nth < at->plies.count; nth++) free(at->plies.items[nth].notation);
    free(at->plies.items);
    free(at->positions);
    free(at);
}

int left_seat(const cursor *at) {
    const ply *last = at->plies.count > 0 ? &at->plies.items[at->plies.count - 1] : NULL;
    return last && last->is_leave ? last->by : -1;
}

bl_status status_of(const cursor *at) {
    bl_status status;
    int left = left_seat(at);
    if (left < 0) {
        status = boardloom_game.status(at->opening->game, position_of(at));
        if (!status.over && status.mover != BL_CHANCE && status.mover >= boardloom_game.seats) {
            bl_fail("the mover is %d, of %d seats", status.mover, boardloom_game.seats);
        }
        return status;
    }
    memset(&status, 0, sizeof status);
    status.over = true;
    /* Someone is first, even alone. */
    status.ranks[left] = boardloom_game.seats > 1;
    status.reason = "a player left";
    return status;
}

/* ---- Moves ---- */

void bl_add_move(bl_moves *moves, bl_move move) {
    if (move.steps > BL_MOST_STEPS) bl_fail("a move has %u steps", move.steps);
    for (uint32_t step = 0; step < move.steps; step++) bl_label(move.path[step]);
    named_move *new = GROW(moves->all);
    new->move = move;
}

const char *notation_of(const cursor *at, const bl_move *move) {
    bl_text text = {0};
    if (boardloom_game.notation) {
        boardloom_game.notation(at->opening->game, position_of(at), move, &text);
    } else if (move->steps == 0) {
        bl_write(&text, "pass");
    }
    for (uint32_t step = 0; !boardloom_game.notation && step < move->steps; step++) {
        bl_write(&text, "%s%s", step > 0 ? "-" : "", bl_label(move->path[step]));
    }
    const char *notation = text_of(&text);
    for (const char *letter = notation; *letter; letter++) {
        if ((unsigned char)*letter <= ' ') bl_fail("the notation `%s` has a space", notation);
    }
    if (!*notation || strncmp(notation, LEFT, strlen(LEFT)) == 0) {
        bl_fail("the notation `%s` is empty or begins with `" LEFT "`", notation);
    }
    return notation;
}

static int by_notation(const void *a, const void *b) {
    return strcmp(((const named_move *)a)->notation, ((const named_move *)b)->notation);
}

bl_moves *legal_moves(cursor *at, bl_seat by) {
    bl_status status = status_of(at);
    if (status.over || status.mover != by) return &at->none;
    if (at->is_listed) return &at->listed;
    boardloom_game.moves(at->opening->game, position_of(at), &at->listed);
    uint32_t count = at->listed.all.count;
    named_move *list = at->listed.all.items;
    for (uint32_t nth = 0; nth < count; nth++) {
        list[nth].notation = lasting_copy(notation_of(at, &list[nth].move));
    }
    qsort(list, count, sizeof *list, by_notation);
    for (uint32_t nth = 1; nth < count; nth++) {
        if (strcmp(list[nth - 1].notation, list[nth].notation) == 0) {
            bl_fail("two legal moves have the notation `%s`", list[nth].notation);
        }
    }
    at->is_listed = true;
    return &at->listed;
}

const named_move *find_move(cursor *at, bl_seat by, const char *notation) {
    bl_moves *moves = legal_moves(at, by);
    uint32_t from = 0, to = moves->all.count;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        int order = strcmp(moves->all.items[middle].notation, notation);
        if (order == 0) return &moves->all.items[middle];
        if (order < 0) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return NULL;
}

/* Adds a ply and a copy of the position for it to change. */
static void *push(cursor *at, ply new) {
    if (at->plies.count + 2 > at->room) {
        at->room = 2 * (at->plies.count + 2);
        at->positions = realloc(at->positions, at->room * at->size);
    }
    unsigned char *last = at->positions + at->plies.count * at->size;
    memcpy(last + at->size, last, at->size);
    *(ply *)GROW(at->plies) = new;
    clear_list(at);
    return last + at->size;
}

void play_move(cursor *at, const bl_move *move) {
    bl_seat by = status_of(at).mover;
    /* The list goes with the push, and `move` with it. */
    bl_move copy = *move;
    void *position = push(at, (ply){by, false, copy, lasting_copy(notation_of(at, move))});
    boardloom_game.play(at->opening->game, position, &copy);
}

void leave(cursor *at, bl_seat who) {
    bl_text notation = {0};
    bl_write(&notation, LEFT "%d", who + 1);
    push(at, (ply){who, true, bl_button(0), lasting_copy(text_of(&notation))});
}

bool undo(cursor *at) {
    if (at->plies.count == at->first) return false;
    free(at->plies.items[--at->plies.count].notation);
    clear_list(at);
    return true;
}

const bl_move *last_move(const cursor *at) {
    const ply *last = at->plies.count > 0 ? &at->plies.items[at->plies.count - 1] : NULL;
    return last && !last->is_leave ? &last->move : NULL;
}

uint32_t weight_of(const bl_move *move) { return move->weight > 0 ? move->weight : 1; }

uint64_t total_weight(const bl_moves *moves) {
    uint64_t total = 0;
    for (uint32_t nth = 0; nth < moves->all.count; nth++) {
        total += weight_of(&moves->all.items[nth].move);
    }
    return total;
}

const bl_move *weighted(const bl_moves *moves, uint64_t place) {
    const named_move *at = moves->all.items;
    for (; place >= weight_of(&at->move); at++) place -= weight_of(&at->move);
    return &at->move;
}

/* ---- Pieces and effects ---- */

bool piece_at(const cursor *at, bl_site site, bl_piece *out) {
    memset(out, 0, sizeof *out);
    return boardloom_game.piece(at->opening->game, position_of(at), site, out);
}

static wit_option_piece piece_after(const cursor *at, uint32_t plies, bl_site site) {
    wit_option_piece piece;
    memset(&piece, 0, sizeof piece);
    const void *position = position_after(at, plies);
    piece.is_some = boardloom_game.piece(at->opening->game, position, site, &piece.value);
    return piece;
}

static bool same_piece(wit_option_piece a, wit_option_piece b) {
    if (!a.is_some || !b.is_some) return a.is_some == b.is_some;
    return a.value.kind == b.value.kind && a.value.color == b.value.color &&
           a.value.facing == b.value.facing && a.value.count == b.value.count;
}

static wit_effect *add_effect(wit_effects *list, const char *verb, const char *cue) {
    wit_effect *effect = &list->items[list->count++];
    memset(effect, 0, sizeof *effect);
    effect->verb = string_of(verb);
    effect->cue = string_of(cue);
    return effect;
}

wit_effects effects_of_last(const cursor *at) {
    uint32_t plies = at->plies.count, sites = at->opening->places.count;
    wit_effects list = {SCRATCH(wit_effect, sites + 1), 0};
    if (left_seat(at) >= 0) {
        add_effect(&list, "leave", "");
        return list;
    }
    const bl_move *move = last_move(at);
    bl_site from = UINT32_MAX, onto = UINT32_MAX;
    /* A piece that left the first site of the path and stands on the last one moved there. */
    if (move->steps > 1) {
        from = move->path[0];
        onto = move->path[move->steps - 1];
        wit_option_piece moved = piece_after(at, plies - 1, from);
        wit_option_piece there = piece_after(at, plies, onto);
        if (from == onto || !moved.is_some || piece_after(at, plies, from).is_some ||
            !there.is_some || there.value.color != moved.value.color) {
            from = onto = UINT32_MAX;
        } else {
            bool is_capture = piece_after(at, plies - 1, onto).is_some;
            wit_effect *effect = add_effect(&list, "move", is_capture ? "capture" : "slide");
            effect->site = (wit_option_u32){true, from};
            effect->onto = (wit_option_u32){true, onto};
            effect->before = moved;
            effect->after = there;
        }
    }
    for (bl_site site = 0; site < sites; site++) {
        wit_option_piece before = piece_after(at, plies - 1, site);
        wit_option_piece after = piece_after(at, plies, site);
        if (site == from || site == onto || same_piece(before, after)) continue;
        bool is_new = !before.is_some;
        const char *verb = is_new ? "place" : after.is_some ? "turn" : "remove";
        wit_effect *effect = add_effect(&list, verb, is_new ? "place" : "capture");
        effect->site = (wit_option_u32){true, site};
        effect->before = before;
        effect->after = after;
    }
    if (list.count == 0) add_effect(&list, "pass", "");
    return list;
}

/* ---- Keys and texts ---- */

uint64_t key_of(const cursor *at) {
    uint64_t key = 0x9E3779B97F4A7C15u + (uint64_t)(left_seat(at) + 1);
    const unsigned char *bytes = position_of(at);
    for (size_t nth = 0; nth < at->size; nth++) {
        key = (key ^ bytes[nth]) * 0x100000001B3u;
        key ^= key >> 29;
    }
    key = (key ^ key >> 32) * 0xD6E8FEB86659FD93u;
    return key ^ key >> 32;
}

wit_string write_moves(const cursor *at) {
    bl_text out = {0};
    bl_write(&out, PREFIX);
    for (uint32_t nth = 0; nth < at->plies.count; nth++) {
        bl_write(&out, " %s", at->plies.items[nth].notation);
    }
    return string_of(text_of(&out));
}

/* Plays a move or removes a seat by its text. */
static bool play_text(cursor *at, const char *text) {
    bl_status status = status_of(at);
    if (status.over) return false;
    if (strncmp(text, LEFT, strlen(LEFT)) == 0) {
        int seat = text[strlen(LEFT)] - '1';
        if (seat < 0 || seat >= boardloom_game.seats || text[strlen(LEFT) + 1]) return false;
        leave(at, (bl_seat)seat);
        return true;
    }
    const named_move *move = find_move(at, status.mover, text);
    if (!move) return false;
    play_move(at, &move->move);
    return true;
}

cursor *read_moves(bl_opening *opening, const char *text, const char **error) {
    while (*text == ' ') text++;
    if (strncmp(text, PREFIX, strlen(PREFIX)) != 0) {
        *error = "expected the moves from the start, such as `" PREFIX " a1 b2`";
        return NULL;
    }
    cursor *new = cursor_start(opening);
    for (const char *at = text + strlen(PREFIX);;) {
        while (*at == ' ') at++;
        const char *end = at;
        while (*end && *end != ' ') end++;
        if (at == end) break;
        const char *word = copy_of(at, (size_t)(end - at));
        if (!play_text(new, word)) {
            bl_text why = {0};
            bl_write(&why, "`%s` is not a legal move after %u moves", word, new->plies.count);
            *error = text_of(&why);
            cursor_free(new);
            return NULL;
        }
        at = end;
    }
    new->first = new->plies.count;
    return new;
}

/* ---- Helpers of games ---- */

bl_move bl_button(uint32_t value) {
    bl_move move;
    memset(&move, 0, sizeof move);
    move.value = value;
    return move;
}

bl_move bl_put(bl_site site) {
    bl_move move = bl_button(0);
    move.steps = 1;
    move.path[0] = site;
    return move;
}

bl_move bl_from_to(bl_site from, bl_site to) {
    bl_move move = bl_put(from);
    move.steps = 2;
    move.path[1] = to;
    return move;
}

bl_status bl_turn(bl_seat mover) {
    bl_status status;
    memset(&status, 0, sizeof status);
    status.mover = mover;
    return status;
}

bl_status bl_draw(const char *reason) {
    bl_status status = bl_turn(0);
    status.over = true;
    status.reason = reason;
    return status;
}

bl_status bl_win(bl_seat winner, const char *reason) {
    bl_status status = bl_draw(reason);
    for (int seat = 0; seat < BL_MOST_SEATS; seat++) status.ranks[seat] = seat != winner;
    return status;
}

void bl_mark(bl_marks *marks, const char *role, const bl_site *sites, uint32_t count) {
    uint32_t *copy = SCRATCH(uint32_t, count);
    for (uint32_t nth = 0; nth < count; nth++) {
        bl_label(sites[nth]);
        copy[nth] = sites[nth];
    }
    wit_mark *mark = GROW(marks->all);
    mark->role = string_of(role);
    mark->sites.items = copy;
    mark->sites.count = count;
}
