/* Waiting for what is away: what is printed, and for how long each wait is. */
#include "task/task.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct rt_run run;
static struct rt_task_private own = {.run = &run};
static struct rt_task task = {.private_ = &own};
static struct retry retry;
static char *printed;
static size_t printed_size;

static void open_report(void)
{
    run.report = open_memstream(&printed, &printed_size);
    cr_assert_not_null(run.report);
}

static void expect_report(const char *wanted)
{
    fclose(run.report);
    cr_expect_str_eq(printed, wanted);
    free(printed);
}

Test(retry, waits_grow_and_a_reason_is_printed_once, .init = open_report)
{
    static const int seconds[] = {1, 1, 1, 2, 4, 8, 16, 30, 30, 30};

    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
        char reason[40];

        snprintf(reason, sizeof reason, "no answer after %zu ms", 1000 + i);
        cr_expect_eq(retry_report(&task, &retry, reason), seconds[i], "attempt %zu", i);
    }
    retry_end(&task, &retry);
    cr_expect_eq(retry_report(&task, &retry, "no answer after 7 ms"), 1);
    expect_report("no answer after 1000 ms; trying again in 1 s\n"
                  "no answer after 1000 ms (repeated 9 times)\n"
                  "no answer after 7 ms; trying again in 1 s\n");
}

Test(retry, another_reason_begins_its_own, .init = open_report)
{
    for (int i = 0; i < 6; i++)
        retry_report(&task, &retry, "registry: 503");
    cr_expect_eq(retry_report(&task, &retry, "broker: not leader"), 1);
    cr_expect_eq(retry_report(&task, &retry, "registry: 503"), 16, "it goes on where it was");
    cr_expect_eq(retry_report(&task, &retry, "broker: not leader"), 1);
    cr_expect_eq(retry_report(&task, &retry, "broker: not leader"), 1);
    cr_expect_eq(retry_report(&task, &retry, "broker: not leader"), 2);
    retry_end(&task, &retry);
    expect_report("registry: 503; trying again in 1 s\n"
                  "broker: not leader; trying again in 1 s\n"
                  "registry: 503 (repeated 6 times)\n"
                  "broker: not leader (repeated 3 times)\n");
}

Test(retry, more_reasons_than_are_kept, .init = open_report)
{
    static const char *const reasons[] = {"a", "b", "c", "d", "e"};

    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        cr_expect_eq(retry_report(&task, &retry, reasons[i]), 1);
    cr_expect_eq(retry_report(&task, &retry, "e"), 1);
    retry_end(&task, &retry);
    expect_report("a; trying again in 1 s\nb; trying again in 1 s\nc; trying again in 1 s\n"
                  "d; trying again in 1 s\ne; trying again in 1 s\ne (repeated 1 times)\n");
}
