/* Options, the schema, and the board. */
#include "kit.h"

const bl_opening *current;

/* The place of an option in the game's list. */
static uint32_t option_of(const char *key) {
    const bl_option *options = boardloom_game.options;
    for (uint32_t at = 0; options && options[at].key; at++) {
        if (strcmp(options[at].key, key) == 0) return at;
    }
    bl_fail("the option `%s` is not in the list of options", key);
}

/* Copies word `nth` of a list with spaces; false behind the last one. */
static bool word_of(const char *words, uint32_t nth, const char **out) {
    for (;; nth--) {
        while (*words == ' ') words++;
        const char *end = words;
        while (*end && *end != ' ') end++;
        if (end == words) return false;
        if (nth == 0) {
            *out = copy_of(words, (size_t)(end - words));
            return true;
        }
        words = end;
    }
}

static size_t table_of(const char *key) {
    const char *dot = strchr(key, '.');
    if (!dot) bl_fail("the option `%s` needs a table and a key, such as `rules.%s`", key, key);
    return (size_t)(dot - key);
}

static void write_option(bl_text *out, const bl_option *option) {
    const char *word;
    json_quote(out, option->key + table_of(option->key) + 1);
    bl_write(out, ":{\"description\":");
    json_quote(out, option->help ? option->help : "");
    switch (option->kind) {
    case BL_INT:
        bl_write(out, ",\"type\":\"integer\",\"minimum\":%d,\"maximum\":%d,\"default\":%d",
                 option->least, option->most, option->standard);
        break;
    case BL_BOOL:
        bl_write(out, ",\"type\":\"boolean\",\"default\":%s", option->standard ? "true" : "false");
        break;
    case BL_CHOICE:
        bl_write(out, ",\"type\":\"string\",\"enum\":[");
        for (uint32_t nth = 0; word_of(option->choices, nth, &word); nth++) {
            if (nth > 0) bl_write(out, ",");
            json_quote(out, word);
        }
        bl_write(out, "],\"default\":");
        if (!word_of(option->choices, (uint32_t)option->standard, &word)) {
            bl_fail("`%s` has no choice number %d", option->key, option->standard);
        }
        json_quote(out, word);
        break;
    }
    bl_write(out, "}");
}

wit_string write_schema(void) {
    const bl_option *options = boardloom_game.options;
    bl_text out = {0};
    bl_write(&out, "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","
                   "\"type\":\"object\",\"properties\":{");
    bool is_first = true;
    for (uint32_t at = 0; options && options[at].key; at++) {
        const char *key = options[at].key;
        size_t table = table_of(key);
        bool is_known = false;
        for (uint32_t before = 0; before < at; before++) {
            is_known |= strncmp(options[before].key, key, table + 1) == 0;
        }
        if (is_known) continue;
        if (!is_first) bl_write(&out, ",");
        is_first = false;
        json_quote(&out, copy_of(key, table));
        bl_write(&out, ":{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{");
        for (uint32_t nth = at; options[nth].key; nth++) {
            if (strncmp(options[nth].key, key, table + 1) != 0) continue;
            if (nth > at) bl_write(&out, ",");
            write_option(&out, &options[nth]);
        }
        bl_write(&out, "}}");
    }
    bl_write(&out, "}}");
    return string_of(text_of(&out));
}

static int32_t value_of(const bl_option *option, const char *json) {
    json_value value = json_find(json, option->key);
    if (option->kind == BL_CHOICE && value.kind == JSON_TEXT) {
        const char *word;
        for (uint32_t nth = 0; word_of(option->choices, nth, &word); nth++) {
            if (strcmp(word, value.text) == 0) return (int32_t)nth;
        }
    }
    bool is_fit = value.kind == (option->kind == BL_INT ? JSON_NUMBER : JSON_BOOL);
    return is_fit ? value.number : option->standard;
}

bl_opening *open_ruleset(const char *json) {
    if (boardloom_game.seats < 1 || boardloom_game.seats > BL_MOST_SEATS) {
        bl_fail("expected 1 to %d seats, found %d", BL_MOST_SEATS, boardloom_game.seats);
    }
    bl_opening *opening = calloc(1, sizeof *opening);
    const bl_option *options = boardloom_game.options;
    uint32_t count = 0;
    while (options && options[count].key) count++;
    opening->values = calloc(count + 1, sizeof *opening->values);
    for (uint32_t at = 0; at < count; at++) {
        opening->values[at] = value_of(&options[at], json);
    }
    opening->game = calloc(1, boardloom_game.game_size + 1);
    current = opening;
    boardloom_game.open(opening->game, opening);
    if (opening->errors.count == 0 && opening->places.count == 0) {
        bl_fail("`open` added no site; call bl_grid or bl_add_site");
    }
    return opening;
}

void close_ruleset(bl_opening *opening) {
    for (uint32_t at = 0; at < opening->shapes.count; at++) free(opening->shapes.items[at].items);
    for (uint32_t at = 0; at < opening->lines.count; at++) {
        free(opening->lines.items[at].points.items);
    }
    for (uint32_t at = 0; at < opening->places.count; at++) {
        free((void *)(uintptr_t)opening->places.items[at].label.bytes);
    }
    for (uint32_t at = 0; at < opening->captions.count; at++) {
        free((void *)(uintptr_t)opening->captions.items[at].text.bytes);
    }
    for (uint32_t at = 0; at < opening->roles.count; at++) {
        free((void *)(uintptr_t)opening->roles.items[at].bytes);
    }
    free(opening->shapes.items);
    free(opening->places.items);
    free(opening->lines.items);
    free(opening->captions.items);
    free(opening->roles.items);
    free(opening->errors.items);
    free(opening->values);
    free(opening->game);
    if (current == opening) current = NULL;
    free(opening);
}

int32_t bl_value(const bl_opening *opening, const char *key) {
    return opening->values[option_of(key)];
}

void bl_error(bl_opening *opening, const char *key, const char *format, ...) {
    option_of(key);
    bl_text text = {0};
    va_list arguments;
    va_start(arguments, format);
    write_arguments(&text, format, arguments);
    va_end(arguments);
    wit_diagnostic *error = GROW(opening->errors);
    wit_path_key *path = SCRATCH(wit_path_key, 2);
    size_t table = table_of(key);
    path[0] = (wit_path_key){0, {.name = string_of(copy_of(key, table))}};
    path[1] = (wit_path_key){0, {.name = string_of(key + table + 1)}};
    error->path.items = path;
    error->path.count = 2;
    error->what = message_of("ruleset", text_of(&text));
}

void bl_bound(bl_opening *opening, uint32_t plies) { opening->bound = plies; }

static uint16_t role_of(bl_opening *opening, const char *role) {
    for (uint32_t at = 0; at < opening->roles.count; at++) {
        if (strcmp(opening->roles.items[at].bytes, role) == 0) return (uint16_t)at;
    }
    wit_string *new = GROW(opening->roles);
    *new = string_of(lasting_copy(role));
    return (uint16_t)(opening->roles.count - 1);
}

static wit_points points_of(uint32_t count, const double *xy) {
    wit_points points = {calloc(count, sizeof(wit_point)), count};
    for (uint32_t at = 0; at < count; at++) {
        points.items[at] = (wit_point){xy[2 * at], xy[2 * at + 1], 0};
    }
    return points;
}

uint32_t bl_shape(bl_opening *opening, uint32_t corners, const double *xy) {
    wit_points points = points_of(corners, xy);
    memcpy(GROW(opening->shapes), &points, sizeof points);
    return opening->shapes.count - 1;
}

static bl_site add_place(bl_opening *opening, double x, double y, wit_option_u32 shape,
                         const char *role, const char *label) {
    bl_site known;
    if (strchr(label, ' ') || !*label || bl_site_of(label, &known)) {
        bl_fail("the label `%s` is empty, has a space, or is another site's too", label);
    }
    uint16_t number = role_of(opening, role);
    wit_place *place = GROW(opening->places);
    place->site = opening->places.count - 1;
    place->at = (wit_point){x, y, 0};
    place->shape = shape;
    place->label = string_of(lasting_copy(label));
    place->role = number;
    return place->site;
}

bl_site bl_add_site(bl_opening *opening, double x, double y, uint32_t shape, const char *role,
                    const char *label) {
    if (shape >= opening->shapes.count) bl_fail("there is no shape %u", shape);
    return add_place(opening, x, y, (wit_option_u32){true, shape}, role, label);
}

bl_site bl_add_vertex(bl_opening *opening, double x, double y, const char *role,
                      const char *label) {
    return add_place(opening, x, y, (wit_option_u32){false, 0}, role, label);
}

void bl_add_line(bl_opening *opening, uint32_t points, const double *xy, const char *role) {
    uint16_t number = role_of(opening, role);
    wit_points along = points_of(points, xy);
    wit_line *line = GROW(opening->lines);
    line->role = number;
    memcpy(&line->points, &along, sizeof along);
}

void bl_add_caption(bl_opening *opening, double x, double y, const char *text) {
    wit_caption *caption = GROW(opening->captions);
    caption->at = (wit_point){x, y, 0};
    caption->text = string_of(lasting_copy(text));
}

/* The name of a column: a to z, then aa, ab, ... */
static void write_column(bl_text *out, uint32_t column) {
    if (column >= 26) write_column(out, column / 26 - 1);
    bl_write(out, "%c", 'a' + (int)(column % 26));
}

void bl_grid(bl_opening *opening, uint32_t width, uint32_t height) {
    if (opening->places.count > 0) bl_fail("bl_grid adds a whole board: call it first, and once");
    static const double square[] = {-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5};
    uint32_t shape = bl_shape(opening, 4, square);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            bl_text label = {0};
            write_column(&label, x);
            bl_write(&label, "%u", height - y);
            bl_add_site(opening, x + 0.5, y + 0.5, shape, "cell", text_of(&label));
        }
    }
    for (uint32_t x = 0; x < width; x++) {
        bl_text column = {0};
        write_column(&column, x);
        bl_add_caption(opening, x + 0.5, height + 0.4, text_of(&column));
    }
    for (uint32_t y = 0; y < height; y++) {
        bl_text row = {0};
        bl_write(&row, "%u", height - y);
        bl_add_caption(opening, -0.4, y + 0.5, text_of(&row));
    }
    opening->width = width;
    opening->height = height;
}

const char *bl_label(bl_site site) {
    if (site >= current->places.count) bl_fail("there is no site %u", site);
    return current->places.items[site].label.bytes;
}

bool bl_site_of(const char *label, bl_site *site) {
    for (uint32_t at = 0; at < current->places.count; at++) {
        if (same_word(current->places.items[at].label.bytes, label)) {
            *site = at;
            return true;
        }
    }
    return false;
}
