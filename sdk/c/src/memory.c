/* Memory of one call, and texts in it. */
#include "kit.h"

#include "contract.h"

__attribute__((import_module("boardloom:rules/trace@" BL_CONTRACT), import_name("say"))) void
say(uint32_t level, const char *text, size_t length);

/* Most calls fit into one part. */
#define PART 16384u

typedef struct part {
    struct part *before;
    size_t size, used;
} part;

static part *parts;

void *scratch(size_t size, size_t align) {
    for (;;) {
        if (parts) {
            uintptr_t start = (uintptr_t)(parts + 1);
            uintptr_t at = (start + parts->used + align - 1) & ~(uintptr_t)(align - 1);
            if (at + size <= start + parts->size) {
                parts->used = at + size - start;
                return (void *)at;
            }
        }
        size_t room = size + align > PART ? size + align : PART;
        part *more = malloc(sizeof(part) + room);
        *more = (part){parts, room, 0};
        parts = more;
    }
}

void scratch_end(void) {
    while (parts && (parts->before || parts->size > PART)) {
        part *before = parts->before;
        free(parts);
        parts = before;
    }
    if (parts) parts->used = 0;
}

/* The host puts the arguments of a call there. */
__attribute__((export_name("cabi_realloc"))) void *cabi_realloc(void *old, size_t old_size,
                                                                size_t align, size_t size) {
    void *new = scratch(size, align);
    if (old_size > 0) memcpy(new, old, old_size < size ? old_size : size);
    return new;
}

const char *text_of(bl_text *text) {
    if (!text->bytes) return "";
    text->bytes[text->length] = 0;
    return text->bytes;
}

static void reserve(bl_text *out, size_t more) {
    if (out->length + more + 1 <= out->room) return;
    size_t room = 2 * (out->length + more) + 64;
    char *bytes = scratch(room, 1);
    if (out->length > 0) memcpy(bytes, out->bytes, out->length);
    out->bytes = bytes;
    out->room = room;
}

void write_arguments(bl_text *out, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    size_t length = (size_t)vsnprintf(NULL, 0, format, again);
    va_end(again);
    reserve(out, length + 1);
    vsnprintf(out->bytes + out->length, length + 1, format, arguments);
    out->length += length;
    if (out->in_paragraphs) out->bytes[out->length++] = 0;
}

void bl_write(bl_text *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write_arguments(out, format, arguments);
    va_end(arguments);
}

wit_string string_of(const char *text) {
    return (wit_string){text, (uint32_t)strlen(text)};
}

const char *copy_of(const char *bytes, size_t length) {
    char *text = scratch(length + 1, 1);
    memcpy(text, bytes, length);
    text[length] = 0;
    return text;
}

wit_message message_of(const char *id, const char *text) {
    return (wit_message){string_of(id), {NULL, 0}, string_of(text)};
}

char *lasting_copy(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(malloc(size), text, size);
}

static char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

bool same_word(const char *a, const char *b) {
    while (*a && lower(*a) == lower(*b)) a++, b++;
    return *a == 0 && *b == 0;
}

void *grown(void **items, uint32_t *count, size_t size) {
    /* Room doubles: the counts 0, 4, 8, 16, ... are full. */
    uint32_t room = *count;
    if (room == 0 || (room >= 4 && (room & (room - 1)) == 0)) {
        *items = realloc(*items, size * (room < 4 ? 4 : 2 * (size_t)room));
    }
    return memset((char *)*items + size * (*count)++, 0, size);
}

void bl_log(const char *format, ...) {
    bl_text line = {0};
    va_list arguments;
    va_start(arguments, format);
    write_arguments(&line, format, arguments);
    va_end(arguments);
    say(2, text_of(&line), line.length);
}

_Noreturn void bl_fail(const char *format, ...) {
    /* Not in scratch: memory may be the trouble. */
    static char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    say(0, line, strlen(line));
    __builtin_trap();
}
