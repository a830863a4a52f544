// Sticks, in C++: take one to three; who takes the last one wins.
#include "boardloom.h"

namespace {

constexpr uint8_t all = 10;

struct position {
    uint8_t left, mover;
};

template <typename T> const T &as(const void *at) { return *static_cast<const T *>(at); }

constexpr bl_kind kinds[] = {{"stick", "i", "stone"}, {nullptr, nullptr, nullptr}};

void open(void *, bl_opening *opening) {
    bl_grid(opening, all, 1);
    bl_bound(opening, all);
}

void start(const void *, void *at) { static_cast<position *>(at)->left = all; }

bl_status status(const void *, const void *at) {
    const auto &own = as<position>(at);
    return own.left > 0 ? bl_turn(own.mover) : bl_win(1 - own.mover, "the last stick is taken");
}

void moves(const void *, const void *at, bl_moves *out) {
    const auto &own = as<position>(at);
    for (uint8_t count = 1; count <= 3 && count <= own.left; count++) {
        bl_add_move(out, bl_put(static_cast<bl_site>(own.left - count)));
    }
}

void play(const void *, void *at, const bl_move *move) {
    auto *own = static_cast<position *>(at);
    own->left = static_cast<uint8_t>(move->path[0]);
    own->mover = 1 - own->mover;
}

bool piece(const void *, const void *at, bl_site site, bl_piece *out) {
    out->color = BL_NEUTRAL;
    return site < as<position>(at).left;
}

constexpr bl_game make() {
    bl_game game{};
    game.seats = 2;
    game.position_size = sizeof(position);
    game.kinds = kinds;
    game.open = open;
    game.start = start;
    game.status = status;
    game.moves = moves;
    game.play = play;
    game.piece = piece;
    return game;
}

} // namespace

// Known before the plugin starts: nothing calls constructors.
extern "C" constexpr bl_game boardloom_game = make();
