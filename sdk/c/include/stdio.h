/* The part of the C library that the kit has. */
#ifndef BOARDLOOM_STDIO_H
#define BOARDLOOM_STDIO_H

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Formats: %s, %c, %d, %i, %u, %x, %%, with `l`, `ll`, `z`, a width and a leading zero. Returns the
 * length of the whole text, which may be more than fits. */
int snprintf(char *to, size_t size, const char *format, ...);
int vsnprintf(char *to, size_t size, const char *format, va_list arguments);

#ifdef __cplusplus
}
#endif
#endif
