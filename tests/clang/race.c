/* A race of three on a ring of hexagons and points, for tests of the kit: dice, scores, captures,
 * menus, buttons and several seats. A roll of the die lets the seat to move walk or stay; who
 * reaches the last site first wins. */
#include <stdio.h>
#include <string.h>

#include "boardloom.h"

#define SITES 8
#define SEATS 3

typedef struct {
    /* The site of each seat. */
    uint8_t at[SEATS];
    uint8_t mover;
    /* The die, 0 before the roll. */
    uint8_t die;
    uint8_t rounds;
} position;

static const bl_kind kinds[] = {{"runner", "abc", "man"}, {0}};

static void open(void *game, bl_opening *opening) {
    (void)game;
    static const double hexagon[] = {0, -1, 0.8, -0.5, 0.8, 0.5, 0, 1, -0.8, 0.5, -0.8, -0.5};
    static const double line[] = {0, 2, 14, 2};
    uint32_t shape = bl_shape(opening, 6, hexagon);
    for (int site = 0; site < SITES; site++) {
        char label[8];
        snprintf(label, sizeof label, "s%d", site + 1);
        if (site % 2 == 0) {
            bl_add_site(opening, 2.0 * site, 0, shape, "cell", label);
        } else {
            bl_add_vertex(opening, 2.0 * site, 2, "point", label);
        }
    }
    bl_add_line(opening, 2, line, "edge");
    bl_add_caption(opening, 0, 3, "start");
    bl_bound(opening, 200);
}

static void start(const void *game, void *at) {
    (void)game;
    position *own = at;
    for (uint8_t seat = 0; seat < SEATS; seat++) own->at[seat] = seat;
}

static bl_status status(const void *game, const void *at) {
    (void)game;
    const position *own = at;
    for (bl_seat seat = 0; seat < SEATS; seat++) {
        if (own->at[seat] == SITES - 1) return bl_win(seat, "the last site is reached");
    }
    if (own->rounds == 30) return bl_draw("thirty rounds were played");
    return bl_turn(own->die == 0 ? BL_CHANCE : own->mover);
}

enum { STAY, WALK, BOAST };

static void moves(const void *game, const void *at, bl_moves *out) {
    (void)game;
    const position *own = at;
    if (own->die == 0) {
        for (uint32_t die = 1; die <= 3; die++) {
            bl_move roll = bl_button(die);
            roll.weight = die;
            bl_add_move(out, roll);
        }
        return;
    }
    uint8_t from = own->at[own->mover];
    bl_add_move(out, bl_button(STAY));
    if (from + own->die >= SITES) return;
    /* Two moves with one path are a menu. */
    for (uint32_t way = WALK; way <= BOAST; way++) {
        bl_move move = bl_from_to(from, (bl_site)(from + own->die));
        move.value = way;
        bl_add_move(out, move);
    }
}

static void play(const void *game, void *at, const bl_move *move) {
    (void)game;
    position *own = at;
    if (own->die == 0) {
        own->die = (uint8_t)move->value;
        return;
    }
    if (move->steps > 0) {
        for (uint8_t seat = 0; seat < SEATS; seat++) {
            /* A runner that is caught starts again where there is room. */
            if (seat != own->mover && own->at[seat] == move->path[1]) {
                own->at[seat] = own->at[own->mover];
            }
        }
        own->at[own->mover] = (uint8_t)move->path[1];
    }
    own->die = 0;
    own->mover = (own->mover + 1) % SEATS;
    own->rounds++;
}

static bool piece(const void *game, const void *at, bl_site site, bl_piece *out) {
    (void)game;
    const position *own = at;
    for (bl_seat seat = 0; seat < SEATS; seat++) {
        if (own->at[seat] == site) {
            out->color = seat;
            out->count = seat + 1;
            return true;
        }
    }
    return false;
}

static void notation(const void *game, const void *at, const bl_move *move, bl_text *out) {
    (void)game;
    const position *own = at;
    if (own->die == 0) {
        bl_write(out, "roll%u", move->value);
    } else if (move->steps == 0) {
        bl_write(out, "stay");
    } else {
        bl_write(out, "%s-%s%s", bl_label(move->path[0]), bl_label(move->path[1]),
                 move->value == BOAST ? "!" : "");
    }
}

static int32_t score(const void *game, const void *at, bl_seat seat) {
    (void)game;
    return ((const position *)at)->at[seat] - 1;
}

const bl_game boardloom_game = {
    .seats = SEATS,
    .position_size = sizeof(position),
    .kinds = kinds,
    .draws = true,
    .open = open,
    .start = start,
    .status = status,
    .moves = moves,
    .play = play,
    .piece = piece,
    .notation = notation,
    .score = score,
};
