#include <rt/base.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool rt_fail(struct rt_error *error, enum rt_code code, enum rt_action action, const char *format,
    ...)
{
    va_list args;

    error->code = code;
    error->action = action;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    return false;
}

bool rt_error_context(struct rt_error *error, const char *format, ...)
{
    char context[sizeof error->message];
    size_t size, rest;
    va_list args;

    va_start(args, format);
    vsnprintf(context, sizeof context, format, args);
    va_end(args);
    size = strnlen(context, sizeof context - 3);
    context[size++] = ':';
    context[size++] = ' ';
    rest = strlen(error->message);
    if (rest > sizeof error->message - 1 - size)
        rest = sizeof error->message - 1 - size;
    memmove(error->message + size, error->message, rest);
    memcpy(error->message, context, size);
    error->message[size + rest] = '\0';
    return false;
}
