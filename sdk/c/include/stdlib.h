/* The part of the C library that the kit has. */
#ifndef BOARDLOOM_STDLIB_H
#define BOARDLOOM_STDLIB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* They never return NULL: a plugin without memory ends with an error. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *memory);
int abs(int number);
/* Not stable. */
void qsort(void *list, size_t count, size_t size, int (*compare)(const void *, const void *));
#ifdef __cplusplus
[[noreturn]] void abort(void);
#else
_Noreturn void abort(void);
#endif

#ifdef __cplusplus
}
#endif
#endif
