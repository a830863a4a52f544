/* Shared by the parts of the kit; games include boardloom.h alone. */
#ifndef BOARDLOOM_KIT_H
#define BOARDLOOM_KIT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boardloom.h"

/* ---- Values as the canonical ABI lays them out. Records are C structs; an option, a result or a
 * variant is a tag of one byte and then its value. ---- */

typedef struct {
    const char *bytes;
    uint32_t length;
} wit_string;

#define LIST_OF(type) \
    struct {          \
        type *items;  \
        uint32_t count; \
    }
#define OPTION_OF(type) \
    struct {            \
        bool is_some;   \
        type value;     \
    }

typedef struct {
    wit_string name, value;
} wit_pair;
typedef struct {
    wit_string id;
    LIST_OF(wit_pair) args;
    wit_string text;
} wit_message;
typedef LIST_OF(wit_message) wit_messages;

typedef struct {
    uint8_t is_index;
    union {
        wit_string name;
        uint32_t index;
    } value;
} wit_path_key;
typedef struct {
    uint8_t severity;
    LIST_OF(wit_path_key) path;
    bool on_key;
    struct {
        bool is_some;
        uint32_t from, to;
    } inside;
    wit_message what;
    OPTION_OF(wit_message) hint;
} wit_diagnostic;
typedef LIST_OF(wit_diagnostic) wit_diagnostics;

typedef OPTION_OF(uint32_t) wit_option_u32;
typedef OPTION_OF(uint8_t) wit_option_u8;
typedef OPTION_OF(bl_piece) wit_option_piece;
typedef OPTION_OF(wit_message) wit_option_message;

typedef struct {
    uint16_t stage;
    wit_string verb;
    wit_option_u32 site, onto;
    wit_option_piece before, after;
    wit_string cue;
} wit_effect;
typedef LIST_OF(wit_effect) wit_effects;

typedef struct {
    uint8_t color;
    double score, gained;
    bool active;
} wit_seat;
typedef struct {
    LIST_OF(uint8_t) ranks;
    wit_message reason;
} wit_outcome;
typedef struct {
    uint32_t ply;
    LIST_OF(uint8_t) acting;
    bool chance;
    LIST_OF(wit_seat) seats;
    OPTION_OF(wit_outcome) outcome;
    wit_option_message note, prompt;
    wit_messages facts;
    uint64_t key;
    uint32_t sites;
} wit_status;

typedef struct {
    wit_string id;
    wit_message name;
    LIST_OF(wit_string) letters;
    wit_string shape;
} wit_kind;
typedef struct {
    wit_string id;
    wit_message name;
    uint8_t dimensions;
} wit_view;
typedef LIST_OF(wit_string) wit_strings;
typedef struct {
    uint8_t seats, colors;
    LIST_OF(wit_kind) kinds;
    wit_strings roles;
    LIST_OF(wit_view) views;
    wit_strings forms;
    wit_message unit;
    wit_option_u32 bound;
    LIST_OF(wit_pair) facts;
} wit_about;

typedef struct {
    uint32_t site;
    uint8_t kind;
} wit_target;
enum { TARGET_PICK, TARGET_QUIET, TARGET_CAPTURE };
typedef struct {
    wit_string move;
    wit_message label;
    bool answer;
} wit_move_option;
typedef struct {
    LIST_OF(wit_target) targets;
    LIST_OF(wit_move_option) options;
    wit_option_piece placed_piece;
    bool proposed;
} wit_choices;

typedef struct {
    double x, y, z;
} wit_point;
typedef LIST_OF(wit_point) wit_points;
typedef struct {
    uint32_t site;
    bool copy;
    wit_option_u32 frame;
    wit_point at;
    wit_option_u32 shape;
    wit_string label;
    uint16_t role;
} wit_place;
typedef struct {
    wit_option_u32 frame;
    uint16_t role;
    wit_points points;
    bool closed;
    uint8_t style;
    uint16_t group;
} wit_line;
typedef struct {
    wit_option_u32 frame;
    wit_point at;
    wit_string text;
} wit_caption;
typedef struct {
    uint32_t revision, frames, shapes, places, lines, captions;
} wit_extent;
typedef struct {
    LIST_OF(void) frames;
    LIST_OF(wit_points) shapes;
    LIST_OF(wit_place) places;
    LIST_OF(wit_line) lines;
    LIST_OF(wit_caption) captions;
} wit_patch;
typedef struct {
    wit_string role;
    LIST_OF(uint32_t) sites;
    bool joined;
    wit_option_u8 seat;
    wit_option_message text;
} wit_mark;
typedef LIST_OF(wit_mark) wit_marks;

typedef struct {
    bl_site site;
    bl_piece piece;
} wit_site_piece;
typedef LIST_OF(wit_site_piece) wit_pieces;

/* ---- memory.c: memory of one call, and texts in it ---- */

/* Memory that lives until the answer of this call was read. Never NULL. */
void *scratch(size_t size, size_t align);
void scratch_end(void);
#define SCRATCH(type, count) ((type *)scratch(sizeof(type) * (count), _Alignof(type)))

struct bl_text {
    char *bytes;
    size_t length, room;
    /* Whether each call of `bl_write` is a paragraph, which ends with a zero. */
    bool in_paragraphs;
};

/* The text so far, with a zero behind it. */
const char *text_of(bl_text *text);
void write_arguments(bl_text *out, const char *format, va_list arguments);
wit_string string_of(const char *text);
/* Copies a string of the host, with a zero behind it. */
const char *copy_of(const char *bytes, size_t length);
wit_message message_of(const char *id, const char *text);
/* A text that stays. */
char *lasting_copy(const char *text);
/* Compares without regard to the case of a to z. */
bool same_word(const char *a, const char *b);

/* Grows a list by one; returns the new item, filled with zeros. */
void *grown(void **items, uint32_t *count, size_t size);
#define GROW(list) grown((void **)&(list).items, &(list).count, sizeof *(list).items)

/* ---- opening.c: options, schema, board ---- */

struct bl_opening {
    /* The game's own data. */
    void *game;
    int32_t *values;
    uint32_t bound;
    /* The size of a board of squares, else 0. */
    uint32_t width, height;
    LIST_OF(wit_points) shapes;
    LIST_OF(wit_place) places;
    LIST_OF(wit_line) lines;
    LIST_OF(wit_caption) captions;
    wit_strings roles;
    wit_diagnostics errors;
};

wit_string write_schema(void);
/* Reads a ruleset and opens the game. */
bl_opening *open_ruleset(const char *json);
void close_ruleset(bl_opening *opening);
/* The open ruleset whose board `bl_label` reads. */
extern const bl_opening *current;

/* ---- json.c ---- */

typedef enum { JSON_MISSING, JSON_NUMBER, JSON_BOOL, JSON_TEXT, JSON_OTHER } json_kind;
typedef struct {
    json_kind kind;
    int32_t number;
    const char *text;
} json_value;
/* Finds a value by its keys with dots between, such as "rules.line". */
json_value json_find(const char *json, const char *keys);
void json_quote(bl_text *out, const char *text);

/* ---- cursor.c ---- */

typedef struct cursor cursor;
typedef struct {
    char *notation;
    bl_move move;
} named_move;
struct bl_moves {
    LIST_OF(named_move) all;
};
struct bl_marks {
    wit_marks all;
};

cursor *cursor_start(bl_opening *opening);
cursor *cursor_fork(const cursor *at);
void cursor_free(cursor *at);
/* The legal moves of a seat, in order of notation. */
bl_moves *legal_moves(cursor *at, bl_seat by);
/* The notation of a legal move, in memory of this call. */
const char *notation_of(const cursor *at, const bl_move *move);
const named_move *find_move(cursor *at, bl_seat by, const char *notation);
bl_status status_of(const cursor *at);
/* The seat that left, or -1. */
int left_seat(const cursor *at);
uint32_t plies_of(const cursor *at);
uint64_t key_of(const cursor *at);
const void *position_of(const cursor *at);
bl_opening *opening_of(const cursor *at);
void play_move(cursor *at, const bl_move *move);
void leave(cursor *at, bl_seat who);
bool undo(cursor *at);
/* The last move, or NULL. */
const bl_move *last_move(const cursor *at);
/* The changes that the last move made. */
wit_effects effects_of_last(const cursor *at);
bool piece_at(const cursor *at, bl_site site, bl_piece *out);
/* The sum of the weights of outcomes, and the one at a place below that sum. */
uint64_t total_weight(const bl_moves *moves);
const bl_move *weighted(const bl_moves *moves, uint64_t place);
uint32_t weight_of(const bl_move *move);
/* The text `moves: a1 b2`, and back; on an error NULL, and what is wrong. */
wit_string write_moves(const cursor *at);
cursor *read_moves(bl_opening *opening, const char *text, const char **error);

#endif
