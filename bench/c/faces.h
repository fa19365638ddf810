/* What the programs of the part `faces` share: rank 0 drives, rank 1 answers each word of 8 bytes with the same until
 * it is the last. A program says how a word is `told` to the other rank and how the next is `heard`. */
#ifndef FERRY_FACES_H
#define FERRY_FACES_H

#include "samples.h"
#include <stdint.h>

enum { GO = 7, LAST = 8, WARM = 100 };

static void told(uint64_t word);
static uint64_t heard(void);

/* Rank 1. */
static void answer(void)
{
    uint64_t word;
    do told(word = heard());
    while (word != LAST);
}

static void there_and_back(void)
{
    told(GO);
    if (heard() != GO) fprintf(stderr, "an answer to something else\n"), exit(1);
}

static double timed(void (*act)(void), int times)
{
    double start = now();
    for (int i = 0; i < times; i++) act();
    return (now() - start) / times;
}

/* How long it takes to do something, in parts: 2 for one way of what goes there and back. */
static void measure(const char *name, void (*act)(void), int parts, double seconds)
{
    static double samples[MOST_SAMPLES];
    timed(act, WARM);
    plan_t plan = planned(timed(act, WARM), seconds);
    for (int i = 0; i < plan.samples; i++) samples[i] = timed(act, plan.batch) / parts * 1e6;
    print_point(name, 8, samples, plan.samples, "us");
}

/* Rank 0. `fetch` gets a word of the other rank's memory. */
static void drive(void (*fetch)(void), double seconds)
{
    measure("put", there_and_back, 2, seconds);
    if (fetch) measure("get", fetch, 1, seconds);
    told(LAST);
    if (heard() != LAST) fprintf(stderr, "an answer to something else\n"), exit(1);
}

#endif
