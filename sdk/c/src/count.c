/* Counting inside the plugin, without notations: perft and random games. */
#include "kit.h"

#include "contract.h"

#define COUNT "boardloom:rules/count@" BL_CONTRACT

/* The moves of a position that is not over; the caller frees the items. */
static bl_moves raw_moves(const bl_opening *opening, const void *position) {
    bl_moves moves;
    memset(&moves, 0, sizeof moves);
    boardloom_game.moves(opening->game, position, &moves);
    return moves;
}

static uint64_t count_below(const bl_opening *opening, const void *position, uint32_t depth) {
    if (boardloom_game.status(opening->game, position).over) return 0;
    bl_moves moves = raw_moves(opening, position);
    uint64_t count = moves.all.count;
    if (depth > 1) {
        void *next = malloc(boardloom_game.position_size + 1);
        count = 0;
        for (uint32_t nth = 0; nth < moves.all.count; nth++) {
            memcpy(next, position, boardloom_game.position_size);
            boardloom_game.play(opening->game, next, &moves.all.items[nth].move);
            count += count_below(opening, next, depth - 1);
        }
        free(next);
    }
    free(moves.all.items);
    return count;
}

__attribute__((export_name(COUNT "#perft"))) uint64_t perft(const cursor *at, uint32_t depth,
                                                            uint32_t is_listed) {
    (void)is_listed;
    current = opening_of(at);
    if (depth == 0) return 1;
    return left_seat(at) < 0 ? count_below(current, position_of(at), depth) : 0;
}

/* SplitMix64 (Steele, Lea and Flood 2014). */
static uint64_t draw(uint64_t *state) {
    uint64_t bits = *state += 0x9E3779B97F4A7C15u;
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
    return bits ^ bits >> 31;
}

/* A random move: all are equally likely, but outcomes of chance by their weights. */
static const bl_move *random_move(const bl_moves *moves, bool is_chance, uint64_t *state) {
    uint64_t total = moves->all.count;
    if (is_chance) total = total_weight(moves);
    uint64_t rest = draw(state) % total;
    if (!is_chance) return &moves->all.items[rest].move;
    return weighted(moves, rest);
}

typedef struct {
    uint64_t games, plies, choices, cut;
    LIST_OF(uint64_t) wins;
    uint64_t draws;
} playout_stats;

__attribute__((export_name("cabi_post_" COUNT "#playouts"))) void done_playouts(void *answer) {
    (void)answer;
    scratch_end();
}

__attribute__((export_name(COUNT "#playouts"))) playout_stats *
playouts(const cursor *at, uint32_t games, uint64_t seed, uint32_t cut, uint32_t is_listed) {
    (void)is_listed;
    current = opening_of(at);
    uint8_t seats = boardloom_game.seats;
    playout_stats *stats = SCRATCH(playout_stats, 1);
    memset(stats, 0, sizeof *stats);
    stats->wins.items = SCRATCH(uint64_t, seats);
    stats->wins.count = seats;
    memset(stats->wins.items, 0, seats * sizeof(uint64_t));
    void *position = malloc(boardloom_game.position_size + 1);
    for (; stats->games < games; stats->games++) {
        memcpy(position, position_of(at), boardloom_game.position_size);
        bl_status status = status_of(at);
        uint32_t plies = 0;
        for (; !status.over && plies < cut; plies++) {
            bl_moves moves = raw_moves(current, position);
            if (moves.all.count == 0) bl_fail("`moves` added no move, and the game is not over");
            stats->choices += moves.all.count;
            bl_move move = *random_move(&moves, status.mover == BL_CHANCE, &seed);
            free(moves.all.items);
            boardloom_game.play(current->game, position, &move);
            status = boardloom_game.status(current->game, position);
        }
        stats->plies += plies;
        int winner = -1, first = 0;
        for (bl_seat seat = 0; status.over && seat < seats; seat++) {
            if (status.ranks[seat] == 0) winner = seat, first++;
        }
        if (!status.over) {
            stats->cut++;
        } else if (first == 1) {
            stats->wins.items[winner]++;
        } else {
            stats->draws++;
        }
    }
    free(position);
    return stats;
}
