/* Reads single values of the ruleset. The host has checked that it is JSON and fits the schema. */
#include "kit.h"

static const char *skip_space(const char *at) {
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r') at++;
    return at;
}

/* Reads a string and returns the place behind it. Characters beyond \uFFFF keep their escapes:
 * neither keys nor choices have them. */
static const char *read_string(const char *at, const char **out) {
    bl_text text = {0};
    for (at++; *at && *at != '"'; at++) {
        if (*at != '\\') {
            bl_write(&text, "%c", *at);
            continue;
        }
        at++;
        const char *known = strchr("n\nt\tr\rb\bf\f", *at);
        if (*at == 'u') {
            uint32_t code = 0;
            for (int digit = 0; digit < 4 && at[1]; digit++) {
                at++;
                code = code * 16 + (uint32_t)(*at <= '9' ? *at - '0' : (*at | 32) - 'a' + 10);
            }
            if (code < 0x80) {
                bl_write(&text, "%c", (int)code);
            } else if (code < 0x800) {
                bl_write(&text, "%c%c", (int)(0xC0 | code >> 6), (int)(0x80 | (code & 63)));
            } else {
                bl_write(&text, "%c%c%c", (int)(0xE0 | code >> 12),
                         (int)(0x80 | (code >> 6 & 63)), (int)(0x80 | (code & 63)));
            }
        } else {
            bl_write(&text, "%c", known && *at >= 'a' ? known[1] : *at);
        }
    }
    *out = text_of(&text);
    return *at ? at + 1 : at;
}

/* Returns the place behind a value. */
static const char *skip_value(const char *at) {
    at = skip_space(at);
    const char *text;
    int depth = 0;
    do {
        if (*at == '"') {
            at = read_string(at, &text);
            continue;
        }
        if (*at == '{' || *at == '[') depth++;
        if (*at == '}' || *at == ']') {
            if (depth == 0) return at;
            depth--;
        }
        if (*at == ',' && depth == 0) return at;
        if (*at) at++;
    } while (*at && (depth > 0 || (*at != ',' && *at != '}' && *at != ']')));
    return at;
}

static json_value value_at(const char *at) {
    json_value value = {JSON_OTHER, 0, NULL};
    at = skip_space(at);
    if (*at == '"') {
        value.kind = JSON_TEXT;
        read_string(at, &value.text);
    } else if (*at == 't' || *at == 'f') {
        value.kind = JSON_BOOL;
        value.number = *at == 't';
    } else if (*at == '-' || (*at >= '0' && *at <= '9')) {
        value.kind = JSON_NUMBER;
        bool negative = *at == '-';
        if (negative) at++;
        int64_t number = 0;
        for (; *at >= '0' && *at <= '9' && number < (int64_t)1 << 40; at++) {
            number = number * 10 + (*at - '0');
        }
        if (number > INT32_MAX) number = INT32_MAX;
        value.number = (int32_t)(negative ? -number : number);
    }
    return value;
}

json_value json_find(const char *json, const char *keys) {
    const char *at = skip_space(json);
    const char *dot = strchr(keys, '.');
    size_t length = dot ? (size_t)(dot - keys) : strlen(keys);
    if (*at != '{') return (json_value){JSON_MISSING, 0, NULL};
    at = skip_space(at + 1);
    while (*at == '"') {
        const char *key;
        at = skip_space(read_string(at, &key));
        if (*at == ':') at++;
        if (strncmp(key, keys, length) == 0 && key[length] == 0) {
            return dot ? json_find(at, dot + 1) : value_at(at);
        }
        at = skip_space(skip_value(at));
        if (*at == ',') at = skip_space(at + 1);
    }
    return (json_value){JSON_MISSING, 0, NULL};
}

void json_quote(bl_text *out, const char *text) {
    bl_write(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') bl_write(out, "\\");
        if ((unsigned char)*text < 32) {
            bl_write(out, "\\u%04x", *text);
        } else {
            bl_write(out, "%c", *text);
        }
    }
    bl_write(out, "\"");
}
