/* What the tests of MP_Lite share. A program prints "ok" on process 0 once all have passed. */
#ifndef FERRY_MPLITE_CHECK_H
#define FERRY_MPLITE_CHECK_H

#include <mplite.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function"
#endif

static int me, nprocs;

static void check(int holds, const char *file, int line, const char *what)
{
    if (holds) return;
    fprintf(stderr, "%s:%d: process %d: not %s\n", file, line, me, what);
    abort();
}

#define CHECK(what) check((what) != 0, __FILE__, __LINE__, #what)

static void begin(int *argc, char ***argv)
{
    MP_Init(argc, argv);
    MP_Myproc(&me);
    MP_Nprocs(&nprocs);
}

static int end(void)
{
    MP_Finalize();
    if (me == 0) puts("ok");
    return 0;
}
#endif
