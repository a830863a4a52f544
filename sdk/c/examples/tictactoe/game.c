/* Tic-tac-toe on a board of any size, with a line of any length, gravity, and misère play. */
#include <string.h>

#include "boardloom.h"

#define MOST 16
enum { EMPTY = 0 };

/* The options of the ruleset. */
typedef struct {
    int width, height, line;
    bool falls, misere;
} rules;

/* A position: 1 and 2 are the stones of the seats 0 and 1. */
typedef struct {
    uint8_t stones[MOST * MOST];
    uint16_t count;
    /* The seat that made a line, plus 1. */
    uint8_t lined;
} position;

static const bl_kind kinds[] = {{"stone", "xo", "stone"}, {0}};

enum { SQUARE, COLUMN };
static const bl_option options[] = {
    {"board.width", BL_INT, 3, 1, MOST, NULL, "Columns."},
    {"board.height", BL_INT, 3, 1, MOST, NULL, "Rows."},
    {"rules.line", BL_INT, 3, 2, MOST, NULL, "The number of stones in a row."},
    {"rules.place", BL_CHOICE, SQUARE, 0, 0, "square column",
     "Where a stone goes: any empty square, or the lowest of a column."},
    {"rules.misere", BL_BOOL, 0, 0, 0, NULL, "Whether a line loses."},
    {0},
};

static void open(void *game, bl_opening *opening) {
    rules *own = game;
    own->width = bl_value(opening, "board.width");
    own->height = bl_value(opening, "board.height");
    own->line = bl_value(opening, "rules.line");
    own->falls = bl_value(opening, "rules.place") == COLUMN;
    own->misere = bl_value(opening, "rules.misere");
    if (own->line > own->width && own->line > own->height) {
        bl_error(opening, "rules.line", "no line of %d fits on this board", own->line);
    }
    bl_grid(opening, (uint32_t)own->width, (uint32_t)own->height);
    bl_bound(opening, (uint32_t)(own->width * own->height));
}

static void start(const void *game, void *at) { (void)game, (void)at; }

static bl_seat mover(const position *own) { return own->count % 2; }

static bl_status status(const void *game, const void *at) {
    const rules *rule = game;
    const position *own = at;
    bl_seat maker = own->lined - 1;
    if (own->lined) return bl_win(rule->misere ? 1 - maker : maker, "a line is complete");
    if (own->count == rule->width * rule->height) return bl_draw("the board is full");
    return bl_turn(mover(own));
}

static void moves(const void *game, const void *at, bl_moves *out) {
    const rules *rule = game;
    const position *own = at;
    int sites = rule->width * rule->height;
    for (int site = 0; site < sites; site++) {
        int below = site + rule->width;
        bool holds = !rule->falls || below >= sites || own->stones[below] != EMPTY;
        if (own->stones[site] == EMPTY && holds) bl_add_move(out, bl_put((bl_site)site));
    }
}

/* Copies the sites of the lines through a site into `line` and returns their number, or 0. */
static uint32_t line_through(const rules *rule, const position *own, int site, bl_site *line) {
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int way = 0; way < 4; way++) {
        uint32_t count = 0;
        for (int side = -1; side <= 1; side += 2) {
            int x = site % rule->width, y = site / rule->width;
            /* The site itself belongs to one side. */
            if (side > 0) x += steps[way][0], y += steps[way][1];
            while (x >= 0 && x < rule->width && y >= 0 && y < rule->height &&
                   own->stones[y * rule->width + x] == own->stones[site]) {
                line[count++] = (bl_site)(y * rule->width + x);
                x += side * steps[way][0], y += side * steps[way][1];
            }
        }
        if (count >= (uint32_t)rule->line) return count;
    }
    return 0;
}

static void play(const void *game, void *at, const bl_move *move) {
    position *own = at;
    bl_site line[2 * MOST];
    uint8_t stone = mover(own) + 1;
    own->stones[move->path[0]] = stone;
    own->count++;
    if (line_through(game, own, (int)move->path[0], line) > 0) own->lined = stone;
}

static bool piece(const void *game, const void *at, bl_site site, bl_piece *out) {
    (void)game;
    uint8_t stone = ((const position *)at)->stones[site];
    if (stone == EMPTY) return false;
    out->color = stone - 1;
    return true;
}

static void marks(const void *game, const void *at, bl_marks *out) {
    const rules *rule = game;
    const position *own = at;
    bl_site line[2 * MOST];
    for (int site = 0; own->lined && site < rule->width * rule->height; site++) {
        if (own->stones[site] != own->lined) continue;
        uint32_t count = line_through(rule, own, site, line);
        if (count > 0) {
            bl_mark(out, "win", line, count);
            return;
        }
    }
}

static void refusal(const void *game, const void *at, const char *text, bl_text *out) {
    (void)game;
    bl_site site;
    if (!bl_site_of(text, &site)) return;
    bool taken = ((const position *)at)->stones[site] != EMPTY;
    bl_write(out, taken ? "%s is not empty" : "a stone would fall from %s", bl_label(site));
}

static void explain(const void *game, bl_text *out) {
    const rules *rule = game;
    bl_write(out, rule->falls ? "Drop a stone into a column." : "Put a stone on any empty square.");
    bl_write(out, "The first with %d stones in a row %s.", rule->line,
             rule->misere ? "loses" : "wins");
}

const bl_game boardloom_game = {
    .seats = 2,
    .game_size = sizeof(rules),
    .position_size = sizeof(position),
    .kinds = kinds,
    .options = options,
    .draws = true,
    .open = open,
    .start = start,
    .status = status,
    .moves = moves,
    .play = play,
    .piece = piece,
    .marks = marks,
    .refusal = refusal,
    .explain = explain,
};
