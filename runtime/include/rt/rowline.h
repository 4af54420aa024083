/* Row lines: one JSON object a line (design.md section 2). The members that start with `$` are read
 * here; a table's generated reader takes the columns through rt/json.h and skips `$…`. */
#ifndef RT_ROWLINE_H
#define RT_ROWLINE_H

#include <rt/base.h>
#include <rt/json.h>

struct rt_rowline_meta {
    bool has_op;
    enum rt_op op;          /* RT_INSERT unless has_op */
    bool has_rowtime;
    int64_t rowtime_ms;
    int32_t partition;      /* 0 unless given */
    bool is_watermark;      /* the line has $watermark, perhaps $partition, nothing else */
    int64_t watermark_ms;
};

/* Reads "$op" ("+I", "-U", "+U", "-D"), "$rowtime" and "$watermark" (ISO 8601, UTC without a zone,
 * or epoch ms), "$partition" (an INT >= 0). A line without any is left to the row's
 * reader to check. False: RT_INPUT, naming the member. A blank line is an error: skip it before. */
bool rt_rowline_scan(struct rt_text line, struct rt_rowline_meta *meta, struct rt_error *error);

/* True: the member belongs to rt_rowline_scan ("$op" …), the row's reader skips it. */
bool rt_rowline_is_meta(struct rt_text name);

/* "+I", "-U", "+U", "-D". */
const char *rt_op_text(enum rt_op op);

#endif
