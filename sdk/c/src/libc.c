/* The part of the C library that games need: memory, texts, formats, sorting. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boardloom.h"

/* ---- Bytes ---- */

/* With bulk memory the compiler has an instruction for each; else these are its functions. */
#ifdef __wasm_bulk_memory__

void *memcpy(void *to, const void *from, size_t size) {
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size) {
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }

#else

void *memcpy(void *to, const void *from, size_t size) {
    char *out = to;
    const char *in = from;
    for (size_t at = 0; at < size; at++) out[at] = in[at];
    return to;
}

void *memmove(void *to, const void *from, size_t size) {
    char *out = to;
    const char *in = from;
    if (out <= in) return memcpy(to, from, size);
    while (size-- > 0) out[size] = in[size];
    return to;
}

void *memset(void *to, int byte, size_t size) {
    char *out = to;
    for (size_t at = 0; at < size; at++) out[at] = (char)byte;
    return to;
}

#endif

int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *one = a, *two = b;
    for (size_t at = 0; at < size; at++) {
        if (one[at] != two[at]) return one[at] < two[at] ? -1 : 1;
    }
    return 0;
}

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

int strncmp(const char *a, const char *b, size_t size) {
    for (size_t at = 0; at < size; at++) {
        unsigned char one = (unsigned char)a[at], two = (unsigned char)b[at];
        if (one != two) return one < two ? -1 : 1;
        if (one == 0) return 0;
    }
    return 0;
}

int strcmp(const char *a, const char *b) { return strncmp(a, b, SIZE_MAX); }

char *strchr(const char *text, int letter) {
    for (;; text++) {
        if (*text == (char)letter) return (char *)(uintptr_t)text;
        if (*text == 0) return NULL;
    }
}

int abs(int number) { return number < 0 ? -number : number; }

_Noreturn void abort(void) { bl_fail("the plugin called abort()"); }

/* ---- Memory: blocks of powers of two, each with its own list of free ones ---- */

extern unsigned char __heap_base;

#define PAGE 65536u
/* A header keeps blocks aligned for all types. */
typedef union {
    struct {
        size_t class;
    } used;
    struct {
        void *next;
    } free;
    max_align_t align;
} block_header;

static void *free_blocks[32];
static uintptr_t fresh, fresh_end;

static size_t class_of(size_t size) {
    size_t class = 4;
    while (((size_t)1 << class) < size) class++;
    return class;
}

void *malloc(size_t size) {
    if (size > (size_t)1 << 30) bl_fail("out of memory: %zu bytes", size);
    size_t class = class_of(size);
    block_header *block = free_blocks[class];
    if (block) {
        free_blocks[class] = block->free.next;
    } else {
        size_t whole = sizeof(block_header) + ((size_t)1 << class);
        if (fresh == 0) {
            fresh = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
            fresh_end = __builtin_wasm_memory_size(0) * PAGE;
        }
        if (fresh + whole > fresh_end) {
            size_t pages = (fresh + whole - fresh_end + PAGE - 1) / PAGE;
            if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) {
                bl_fail("out of memory: %zu bytes", size);
            }
            fresh_end += pages * PAGE;
        }
        block = (block_header *)fresh;
        fresh += whole;
    }
    block->used.class = class;
    return block + 1;
}

void free(void *memory) {
    if (!memory) return;
    block_header *block = (block_header *)memory - 1;
    size_t class = block->used.class;
    block->free.next = free_blocks[class];
    free_blocks[class] = block;
}

void *calloc(size_t count, size_t size) {
    if (size > 0 && count > SIZE_MAX / size) bl_fail("out of memory: %zu times %zu", count, size);
    return memset(malloc(count * size), 0, count * size);
}

void *realloc(void *old, size_t size) {
    if (!old) return malloc(size);
    size_t room = (size_t)1 << ((block_header *)old - 1)->used.class;
    if (size <= room) return old;
    void *new = malloc(size);
    memcpy(new, old, room);
    free(old);
    return new;
}

/* ---- Sorting: heapsort, which needs neither memory nor luck ---- */

static void swap(char *a, char *b, size_t size) {
    for (size_t at = 0; at < size; at++) {
        char byte = a[at];
        a[at] = b[at];
        b[at] = byte;
    }
}

static void sift(char *list, size_t root, size_t count, size_t size,
                 int (*compare)(const void *, const void *)) {
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && compare(list + child * size, list + (child + 1) * size) < 0) {
            child++;
        }
        if (compare(list + root * size, list + child * size) >= 0) return;
        swap(list + root * size, list + child * size, size);
        root = child;
    }
}

void qsort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *list = all;
    for (size_t root = count / 2; root-- > 0;) sift(list, root, count, size, compare);
    for (size_t end = count; end-- > 1;) {
        swap(list, list + end * size, size);
        sift(list, 0, end, size, compare);
    }
}

/* ---- Formats ---- */

typedef struct {
    char *to;
    size_t size, length;
} output;

static void put(output *out, char letter) {
    if (out->length + 1 < out->size) out->to[out->length] = letter;
    out->length++;
}

static void put_number(output *out, unsigned long long number, unsigned base, bool negative,
                       size_t width, char fill) {
    char digits[24];
    size_t count = 0;
    do {
        digits[count++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number > 0);
    size_t length = count + negative;
    if (negative && fill == '0') put(out, '-');
    for (; length < width; length++) put(out, fill);
    if (negative && fill != '0') put(out, '-');
    while (count > 0) put(out, digits[--count]);
}

int vsnprintf(char *to, size_t size, const char *format, va_list arguments) {
    output out = {to, size, 0};
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            put(&out, *at);
            continue;
        }
        at++;
        char fill = ' ';
        if (*at == '0') fill = *at++;
        size_t width = 0;
        while (*at >= '0' && *at <= '9') width = width * 10 + (size_t)(*at++ - '0');
        int longs = 0;
        for (; *at == 'l' || *at == 'z'; at++) longs += *at == 'l';
        switch (*at) {
        case 'd':
        case 'i': {
            long long number = longs > 1 ? va_arg(arguments, long long) : va_arg(arguments, int);
            bool negative = number < 0;
            unsigned long long size_of =
                negative ? 0 - (unsigned long long)number : (unsigned long long)number;
            put_number(&out, size_of, 10, negative, width, fill);
            break;
        }
        case 'u':
        case 'x': {
            unsigned long long number =
                longs > 1 ? va_arg(arguments, unsigned long long) : va_arg(arguments, unsigned);
            put_number(&out, number, *at == 'x' ? 16 : 10, false, width, fill);
            break;
        }
        case 'c':
            put(&out, (char)va_arg(arguments, int));
            break;
        case 's': {
            const char *text = va_arg(arguments, const char *);
            size_t length = strlen(text ? text : "");
            for (; length < width; length++) put(&out, ' ');
            for (; text && *text; text++) put(&out, *text);
            break;
        }
        case '%':
            put(&out, '%');
            break;
        default:
            bl_fail("the format `%s` has an unknown part", format);
        }
    }
    if (size > 0) to[out.length < size ? out.length : size - 1] = 0;
    return (int)out.length;
}

int snprintf(char *to, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return length;
}
