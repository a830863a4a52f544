/* The kit's own library and its reader of JSON, tried while a ruleset is opened. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boardloom.h"

typedef struct {
    uint8_t count;
} position;

static const bl_kind kinds[] = {{"stone", "x", "stone"}, {0}};

static const bl_option options[] = {
    {"board.width", BL_INT, 3, 1, 16, NULL, "A \"quoted\" help, with a \\."},
    {"rules.least", BL_INT, 0, INT_MIN, INT_MAX, NULL, "A number."},
    {"rules.kind", BL_CHOICE, 1, 0, 0, "one  two three", "A choice."},
    {"rules.yes", BL_BOOL, 0, 0, 0, NULL, "A truth."},
    {"rules.no", BL_BOOL, 1, 0, 0, NULL, "Another."},
    {0},
};

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void try_texts(void) {
    char text[64];
    assert(snprintf(text, sizeof text, "%d %5d|%05d|%u", INT_MIN, -42, -42, UINT_MAX) == 34);
    assert(strcmp(text, "-2147483648   -42|-0042|4294967295") == 0);
    assert(snprintf(text, sizeof text, "%s %c %x %%", "abc", 'd', 0xbeefu) == 12);
    assert(strcmp(text, "abc d beef %") == 0);
    assert(snprintf(text, sizeof text, "%lld %zu", LLONG_MIN, (size_t)7) == 22);
    assert(strcmp(text, "-9223372036854775808 7") == 0);
    assert(snprintf(text, 4, "%s", "abcdef") == 6 && strcmp(text, "abc") == 0);
    assert(snprintf(NULL, 0, "%3s|%03d", "a", 7) == 7);
    assert(strncmp("abcd", "abce", 3) == 0 && strcmp("abcd", "abce") < 0);
    assert(strcmp("\xff", "a") > 0 && strlen("") == 0);
    assert(strchr("a-b", '-')[1] == 'b' && strchr("a", 'z') == NULL);
}

static void try_bytes(void) {
    char bytes[] = "0123456789";
    memmove(bytes + 2, bytes, 5);
    assert(memcmp(bytes, "0101234789", 10) == 0);
    memmove(bytes, bytes + 2, 5);
    assert(memcmp(bytes, "0123434789", 10) == 0);
    memset(bytes, 'x', 3);
    assert(memcmp(bytes, "xxx3434789", 10) == 0 && memcmp("a", "b", 1) < 0);
    assert(abs(-3) == 3 && abs(3) == 3);
}

static void try_memory(void) {
    enum { BLOCKS = 400 };
    unsigned char *blocks[BLOCKS] = {NULL};
    /* Blocks of many sizes, freed and grown in another order, keep their contents. */
    for (int round = 0; round < 3; round++) {
        for (int nth = 0; nth < BLOCKS; nth++) {
            size_t size = (size_t)(nth * 37 % 900 + 1);
            if ((nth + round) % 3 == 0) {
                free(blocks[nth]);
                blocks[nth] = malloc(size);
                memset(blocks[nth], nth % 251, size);
            } else if (blocks[nth]) {
                blocks[nth] = realloc(blocks[nth], size + 500 * (size_t)round);
            }
        }
        for (int nth = 0; nth < BLOCKS; nth++) {
            size_t size = (size_t)(nth * 37 % 900 + 1);
            for (size_t at = 0; blocks[nth] && at < size; at++) {
                assert(blocks[nth][at] == nth % 251);
            }
        }
    }
    for (int nth = 0; nth < BLOCKS; nth++) free(blocks[nth]);
    int *zeros = calloc(1000, sizeof(int));
    for (int nth = 0; nth < 1000; nth++) assert(zeros[nth] == 0);
    free(zeros);
    /* More than the module has at the start. */
    char *large = malloc(3000000);
    large[0] = large[2999999] = 1;
    free(large);
}

static void try_sorting(void) {
    int list[257];
    for (int count = 0; count <= 257; count += count < 4 ? 1 : 23) {
        long sum = 0;
        for (int nth = 0; nth < count; nth++) sum += list[nth] = nth * 7919 % 101;
        qsort(list, (size_t)count, sizeof *list, by_value);
        for (int nth = 0; nth < count; nth++) sum -= list[nth];
        assert(sum == 0);
        for (int nth = 1; nth < count; nth++) assert(list[nth - 1] <= list[nth]);
    }
}

static void open(void *game, bl_opening *opening) {
    (void)game;
    try_texts();
    try_bytes();
    try_memory();
    try_sorting();
    assert(bl_value(opening, "board.width") == 3);
    assert(bl_value(opening, "rules.least") == -12);
    assert(bl_value(opening, "rules.kind") == 2);
    assert(bl_value(opening, "rules.yes") == 1 && bl_value(opening, "rules.no") == 1);
    bl_grid(opening, 28, 2);
    bl_site site;
    assert(bl_site_of("AB2", &site) && site == 27 && strcmp(bl_label(site), "ab2") == 0);
    assert(!bl_site_of("ac1", &site));
}

static void start(const void *game, void *at) { (void)game, (void)at; }

static bl_status status(const void *game, const void *at) {
    (void)game;
    return ((const position *)at)->count < 4 ? bl_turn(0) : bl_win(0, "solved");
}

static void moves(const void *game, const void *at, bl_moves *out) {
    (void)game;
    for (bl_site site = ((const position *)at)->count; site < 40; site++) {
        bl_add_move(out, bl_put(site));
    }
}

static void play(const void *game, void *at, const bl_move *move) {
    (void)game, (void)move;
    ((position *)at)->count++;
}

static bool piece(const void *game, const void *at, bl_site site, bl_piece *out) {
    (void)game, (void)out;
    return site < ((const position *)at)->count;
}

const bl_game boardloom_game = {
    .seats = 1,
    .position_size = sizeof(position),
    .kinds = kinds,
    .options = options,
    .open = open,
    .start = start,
    .status = status,
    .moves = moves,
    .play = play,
    .piece = piece,
};
