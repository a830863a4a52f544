/* A plugin for Boardloom in C or C++: fill in one `bl_game` named `boardloom_game`.
 *
 * The kit implements the contract `boardloom:rules` for it: undo, copies, notation, mouse input,
 * move lists, previews, effects, saved positions and the ruleset's schema. The guide is README.md
 * beside this folder; examples/tictactoe is a whole game.
 */
#ifndef BOARDLOOM_H
#define BOARDLOOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define BL_NO_RETURN [[noreturn]]
extern "C" {
#else
#define BL_NO_RETURN _Noreturn
#endif

/* Lets the compiler check a format against its arguments. */
#if defined(__clang__) || defined(__GNUC__)
#define BL_FORMAT(at, first) __attribute__((__format__(__printf__, at, first)))
#else
#define BL_FORMAT(at, first)
#endif

/* The number of a place on the board, from 0 in the order in which `open` adds them. */
typedef uint32_t bl_site;
/* The number of a player, from 0. */
typedef uint8_t bl_seat;

/* The seat to move while dice are rolled or cards are drawn. */
#define BL_CHANCE 255
/* The colour of a piece that belongs to no player. */
#define BL_NEUTRAL 255
/* The most seats of a game, and sites on the path of a move. */
#define BL_MOST_SEATS 8
#define BL_MOST_STEPS 8

/* A kind of piece. A list of kinds ends with an empty entry. */
typedef struct {
    /* Its stable name, such as "king"; rulesets refer to it. */
    const char *id;
    /* A letter for each colour, such as "xo"; diagrams use them. */
    const char *letters;
    /* Its shape: "disc", "man", "king", "knight", "stone" or "die". NULL is a disc. */
    const char *shape;
} bl_kind;

/* A piece on a site. */
typedef struct {
    /* The place in the list of kinds. */
    uint16_t kind;
    /* The seat that it belongs to, or BL_NEUTRAL. */
    uint8_t color;
    /* 0. The direction in which it looks, plus 1. */
    uint8_t facing;
    /* A number on the piece; 0 shows none. */
    uint16_t count;
} bl_piece;

typedef enum { BL_INT, BL_BOOL, BL_CHOICE } bl_option_kind;

/* A key of the ruleset. A list of options ends with an empty entry. */
typedef struct {
    /* The table and the key, such as "rules.line". */
    const char *key;
    bl_option_kind kind;
    /* The value where a ruleset gives none. */
    int32_t standard;
    /* The bounds of a number, both allowed. */
    int32_t least, most;
    /* The values of a choice, with spaces between: "free swap". The number of one is its place. */
    const char *choices;
    /* One line for authors of rulesets. */
    const char *help;
} bl_option;

/* A move: the sites that a player clicks to enter it, in order. */
typedef struct {
    /* The number of sites; 0 is a button, such as a pass. */
    uint32_t steps;
    bl_site path[BL_MOST_STEPS];
    /* Tells moves with one path apart, such as promotions. The game gives it a meaning. */
    uint32_t value;
    /* How often it is drawn, if it is an outcome of chance; 0 counts as 1. */
    uint32_t weight;
} bl_move;

/* Whose turn it is, or how the game ended. */
typedef struct {
    bool over;
    /* The seat to move, or BL_CHANCE. */
    bl_seat mover;
    /* Once over: the place of each seat, 0 for the first; equal numbers share it. */
    uint8_t ranks[BL_MOST_SEATS];
    /* Once over: why, such as "three in a row". */
    const char *reason;
} bl_status;

/* What `open` reads from and adds to; lists that functions fill. Their contents are the kit's. */
typedef struct bl_opening bl_opening;
typedef struct bl_moves bl_moves;
typedef struct bl_text bl_text;
typedef struct bl_marks bl_marks;

/* The rules. `game` is memory of `game_size` bytes that `open` fills and that does not change
 * later. `position` is memory of `position_size` bytes; it begins as zeros and is copied byte by
 * byte, so it must not hold pointers. It holds all that the future depends on, with the seat to
 * move, and nothing else: equal bytes are equal positions. */
typedef struct {
    uint8_t seats;
    size_t game_size;
    size_t position_size;
    const bl_kind *kinds;
    /* NULL if rulesets cannot change anything. */
    const bl_option *options;
    /* Whether a game can end in a draw. */
    bool draws;

    /* Reads the options and adds the sites of the board. */
    void (*open)(void *game, bl_opening *opening);
    /* Fills in the first position. */
    void (*start)(const void *game, void *position);
    bl_status (*status)(const void *game, const void *position);
    /* Adds the legal moves of the seat to move; at least one until the game is over. */
    void (*moves)(const void *game, const void *position, bl_moves *out);
    /* Plays a legal move. */
    void (*play)(const void *game, void *position, const bl_move *move);
    /* Fills in the piece on a site; false if there is none. */
    bool (*piece)(const void *game, const void *position, bl_site site, bl_piece *out);

    /* The rest may be NULL. */

    /* Writes a move without spaces. Every legal move of a position needs its own text. NULL: the
     * labels of its path with hyphens, or `pass`. */
    void (*notation)(const void *game, const void *position, const bl_move *move, bl_text *out);
    /* The points of a seat. */
    int32_t (*score)(const void *game, const void *position, bl_seat seat);
    /* Adds what the position points out, such as a winning line. */
    void (*marks)(const void *game, const void *position, bl_marks *out);
    /* Says why a text is not a legal move, such as "a1 is not empty". */
    void (*refusal)(const void *game, const void *position, const char *text, bl_text *out);
    /* Writes the rules in plain words. Each call of `bl_write` is a paragraph. */
    void (*explain)(const void *game, bl_text *out);
} bl_game;

/* The game of this plugin. */
extern const bl_game boardloom_game;

/* ---- In `open` ---- */

/* The value of an option: a number, 0 or 1, or the place of a choice. */
int32_t bl_value(const bl_opening *opening, const char *key);
/* Refuses the ruleset: what is wrong with the value of an option. */
void bl_error(bl_opening *opening, const char *key, const char *format, ...) BL_FORMAT(3, 4);
/* The most moves of a game, if there is a limit. */
void bl_bound(bl_opening *opening, uint32_t plies);
/* Adds a board of squares, row by row from the top: the site in column x and row y from the top is
 * y * width + x. Columns are letters, rows count from the bottom: `a1` is bottom left. */
void bl_grid(bl_opening *opening, uint32_t width, uint32_t height);
/* Adds the outline of a cell around its middle, `corners` pairs of x and y (down), and returns its
 * number. */
uint32_t bl_shape(bl_opening *opening, uint32_t corners, const double *xy);
/* Adds a site with its middle, the number of its shape, and a label without spaces. The role is
 * "cell" where the ruleset does not draw such places in another way. */
bl_site bl_add_site(bl_opening *opening, double x, double y, uint32_t shape, const char *role,
                    const char *label);
/* Adds a site that is a point on lines. */
bl_site bl_add_vertex(bl_opening *opening, double x, double y, const char *role,
                      const char *label);
/* Adds a line along `points` pairs of x and y. */
void bl_add_line(bl_opening *opening, uint32_t points, const double *xy, const char *role);
/* Adds a text beside the board. */
void bl_add_caption(bl_opening *opening, double x, double y, const char *text);

/* ---- In the rules ---- */

/* The label of a site. */
const char *bl_label(bl_site site);
/* The site with a label, in any case; false if there is none. */
bool bl_site_of(const char *label, bl_site *site);

void bl_add_move(bl_moves *moves, bl_move move);
/* Moves of one site, of two, and without a path. */
bl_move bl_put(bl_site site);
bl_move bl_from_to(bl_site from, bl_site to);
bl_move bl_button(uint32_t value);

/* The game goes on; `mover` is to move. */
bl_status bl_turn(bl_seat mover);
/* The game is over: one seat won, or all share the first place. */
bl_status bl_win(bl_seat winner, const char *reason);
bl_status bl_draw(const char *reason);

/* Appends a text. Formats: %s, %c, %d, %u, %x, %% with `l`, `z`, a width and a zero. */
void bl_write(bl_text *out, const char *format, ...) BL_FORMAT(2, 3);
/* Adds a mark: "win", "threat" or another role of [look] in rulesets. */
void bl_mark(bl_marks *marks, const char *role, const bl_site *sites, uint32_t count);

/* Writes a line to the host's log. */
void bl_log(const char *format, ...) BL_FORMAT(1, 2);
/* Ends the plugin with this error; the host opens it again. */
BL_NO_RETURN void bl_fail(const char *format, ...) BL_FORMAT(1, 2);

#ifdef __cplusplus
}
#endif
#endif
