/* The raw format: a side of one column, its value is the record. */
#include "emit_internal.h"

#include "codec_raw_tpl.h"

#include <rt/string.h>

#include <string.h>

enum raw_form { RAW_NONE, RAW_NUMBER, RAW_BOOLEAN, RAW_TEXT, RAW_BYTES };

static enum raw_form form_of(const struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOLEAN:
        return RAW_BOOLEAN;
    case TYPE_TINYINT:
    case TYPE_SMALLINT:
    case TYPE_INT:
    case TYPE_BIGINT:
    case TYPE_FLOAT:
    case TYPE_DOUBLE:
        return RAW_NUMBER;
    case TYPE_CHAR:
    case TYPE_VARCHAR:
        return RAW_TEXT;
    case TYPE_BINARY:
    case TYPE_VARBINARY:
        return RAW_BYTES;
    case TYPE_NULL:
    case TYPE_DECIMAL:
    case TYPE_DATE:
    case TYPE_TIME:
    case TYPE_TIMESTAMP:
    case TYPE_TIMESTAMP_LTZ:
    case TYPE_TIMESTAMP_TZ:
    case TYPE_INTERVAL_MONTH:
    case TYPE_INTERVAL_DAY:
    case TYPE_ARRAY:
    case TYPE_MULTISET:
    case TYPE_MAP:
    case TYPE_ROW:
    case TYPE_VARIANT:
    case TYPE_BITMAP:
    case TYPE_RAW:
    case TYPE_DESCRIPTOR:
        break;
    }
    return RAW_NONE;
}

static const char *about(struct emitter *e, const struct table *table, const char *side,
    const struct column *column)
{
    return emit_comment(e->arena,
        arena_printf(e->arena, "The %s of '%s' is the raw %s of column '%s'.", side, table->name,
            type_name(e->arena, column->type), column->name));
}

/* The one column of the side, checked. NULL: reported. */
static const struct column *column_of(struct emitter *e, const struct table *table, bool key)
{
    const struct table_side *side = key ? &table->key_side : &table->value_side;
    const struct column *column = side->count == 1 ? &table->columns[side->columns[0]] : NULL;

    if (!column)
        diag_error(e->diag, D_RAW_COLUMNS, table->span,
            "the raw %s of table '%s' has %zu columns; the format takes one", key ? "key" : "value",
            table->name, side->count);
    else if (form_of(column->type) == RAW_NONE)
        diag_error(e->diag, D_RAW_TYPE, column->span,
            "the raw format cannot hold column '%s' of %s", column->name,
            type_name(e->arena, column->type));
    else
        return column;
    e->failed = true;
    return NULL;
}

static const struct row_column *stored_column(const struct row *row, const char *name)
{
    for (size_t i = 0; i < row->column_count; i++)
        if (row->columns[i].member && !strcmp(row->columns[i].name, name))
            return &row->columns[i];
    return NULL;
}

/* number or little: parts of the runtime's names. */
static const char *order_of(const struct table *table, bool key)
{
    return table_option_by_id(table, key ? OPT_KEY_RAW_ENDIANNESS : OPT_RAW_ENDIANNESS)->number
        ? "little" : "number";
}

/* NULL: UTF-8. */
static const char *charset_of(const struct table *table, bool key)
{
    static const char *const names[] = {[RT_UTF_8] = NULL, [RT_US_ASCII] = "RT_US_ASCII",
        [RT_ISO_8859_1] = "RT_ISO_8859_1", [RT_UTF_16] = "RT_UTF_16",
        [RT_UTF_16BE] = "RT_UTF_16BE", [RT_UTF_16LE] = "RT_UTF_16LE"};
    const char *name = table_option_by_id(table, key ? OPT_KEY_RAW_CHARSET : OPT_RAW_CHARSET)->text;
    enum rt_charset charset;

    if (!rt_charset_find((struct rt_text){name, strlen(name)}, &charset))
        BUG("charset '%s'", name);
    return names[charset];
}

static void add_read(struct emitter *e, struct text *out, const struct row_column *column,
    const struct table *table, bool key)
{
    const char *charset = charset_of(table, key);
    const char *name = emit_c_literal(e->arena, column->name);
    const char *type = emit_c_literal(e->arena,
        type_name(e->arena, type_with_null(e->arena, column->type, true)));

    switch (form_of(column->type)) {
    case RAW_NUMBER:
        tpl_raw_read_number(out, &(struct tpl_raw_read_number){.member = column->member,
            .order = order_of(table, key), .column = name, .type = type});
        break;
    case RAW_BOOLEAN:
        tpl_raw_read_boolean(out, &(struct tpl_raw_read_boolean){.member = column->member,
            .column = name, .type = type});
        break;
    case RAW_TEXT:
        if (charset)
            tpl_raw_read_charset(out, &(struct tpl_raw_read_charset){.member = column->member,
                .charset = charset});
        else
            tpl_raw_read_text(out, &(struct tpl_raw_read_text){.member = column->member});
        break;
    case RAW_BYTES:
        tpl_raw_read_bytes(out, &(struct tpl_raw_read_bytes){.member = column->member});
        break;
    case RAW_NONE:
        break;
    }
}

bool emit_raw_decoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key, const struct schema_text *writer, size_t number)
{
    const struct column *column = column_of(e, table, key);
    const struct row_column *stored = column ? stored_column(row, column->name) : NULL;
    const char *side = key ? "key" : "value";
    struct text code = {.arena = e->arena};

    (void)writer, (void)number;
    if (!column)
        return false;
    if (stored)
        add_read(e, &code, stored, table, key);
    else
        tpl_raw_unused(&code, &(struct tpl_raw_unused){0});
    tpl_raw_decoder(out, &(struct tpl_raw_decoder){.about = about(e, table, side, column),
        .tag = row->tag, .side = side, .code = text_chars(&code)});
    text_add_char(out, '\n');
    return true;
}

bool emit_raw_encoder(struct emitter *e, struct text *out, const struct row *row,
    const struct table *table, bool key)
{
    const struct column *column = column_of(e, table, key);
    const struct row_column *stored = column ? stored_column(row, column->name) : NULL;
    const char *side = key ? "key" : "value";
    struct text code = {.arena = e->arena};

    if (!column)
        return false;
    if (!stored)
        BUG("sink row without column '%s'", column->name);
    if (form_of(column->type) == RAW_TEXT && charset_of(table, key))
        tpl_raw_write_charset(&code, &(struct tpl_raw_write_charset){.member = stored->member,
            .charset = charset_of(table, key)});
    else if (form_of(column->type) == RAW_TEXT || form_of(column->type) == RAW_BYTES)
        tpl_raw_write_text(&code, &(struct tpl_raw_write_text){.member = stored->member});
    else
        tpl_raw_write_number(&code, &(struct tpl_raw_write_number){.member = stored->member,
            .order = order_of(table, key)});
    tpl_raw_encoder(out, &(struct tpl_raw_encoder){.about = about(e, table, side, column),
        .tag = row->tag, .side = side, .number = stored->number, .code = text_chars(&code)});
    text_add_char(out, '\n');
    return true;
}
