/* What two groups of processes that have just met do together: every way to talk between them, and
 * communicators made from theirs. Both sides call `all_works`. */
#ifndef FERRY_TWO_GROUPS_H
#define FERRY_TWO_GROUPS_H

#include "check.h"

enum { LENGTHS = 5 };
static const int lengths[LENGTHS] = { 0, 8, 5000, 100000, 1500000 };

/* Every process exchanges messages of each length with every process of the other group. */
static void messages(MPI_Comm inter)
{
    int rank, there, most = lengths[LENGTHS - 1];
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_remote_size(inter, &there);
    unsigned char *out = malloc((size_t) most), *in = malloc((size_t) most * (size_t) there);
    MPI_Request *r = malloc(sizeof *r * (size_t) (2 * there));
    CHECK(out && in && r);
    for (int l = 0; l < LENGTHS; l++) {
        int len = lengths[l];
        fill(out, (size_t) len, (unsigned) (rank + l));
        for (int i = 0; i < there; i++) {
            MPI_Irecv(in + (size_t) i * (size_t) most, len, MPI_BYTE, i, l, inter, &r[i]);
            MPI_Isend(out, len, MPI_BYTE, i, l, inter, &r[there + i]);
        }
        MPI_Waitall(2 * there, r, MPI_STATUSES_IGNORE);
        for (int i = 0; i < there; i++)
            SAME(differs(in + (size_t) i * (size_t) most, (size_t) len, (unsigned) (i + l)), -1);
    }
    free(out);
    free(in);
    free(r);
}

/* Collectives from group to group. */
static void collectives(MPI_Comm inter, int first)
{
    int rank, here, there, sum = 0, word;
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_size(inter, &here);
    MPI_Comm_remote_size(inter, &there);
    MPI_Barrier(inter);
    int mine = first ? rank + 1 : 100 * (rank + 1);
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, inter);
    SAME(sum, (first ? 100 : 1) * there * (there + 1) / 2);
    word = first && rank == here - 1 ? 4711 : 0;
    int root = first ? (rank == here - 1 ? MPI_ROOT : MPI_PROC_NULL) : there - 1;
    MPI_Bcast(&word, 1, MPI_INT, root, inter);
    SAME(word, first && rank != here - 1 ? 0 : 4711);
}

/* All processes of both groups in one communicator. */
static void merged(MPI_Comm inter, int first)
{
    MPI_Comm all, half;
    int rank, size, here, there, old, sum = 0, one = 1, flag;
    MPI_Comm_rank(inter, &old);
    MPI_Comm_size(inter, &here);
    MPI_Comm_remote_size(inter, &there);
    MPI_Intercomm_merge(inter, !first, &all);
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &size);
    SAME(size, here + there);
    SAME(rank, first ? old : there + old);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
    SAME(sum, size);
    int *ids = malloc(sizeof *ids * (size_t) size);
    CHECK(ids);
    MPI_Allgather(&rank, 1, MPI_INT, ids, 1, MPI_INT, all);
    for (int i = 0; i < size; i++) SAME(ids[i], i);
    free(ids);
    /* Neighbours of both groups mix. */
    MPI_Comm_split(all, rank % 2, -rank, &half);
    MPI_Comm_size(half, &sum);
    SAME(sum, (size + 1 - rank % 2) / 2);
    MPI_Barrier(half);
    MPI_Comm_free(&half);
    /* The same groups again, from the communicator of all. */
    MPI_Comm local, again;
    MPI_Comm_split(all, first, rank, &local);
    MPI_Intercomm_create(local, 0, all, first ? here : 0, 5, &again);
    MPI_Comm_test_inter(again, &flag);
    CHECK(flag);
    collectives(again, first);
    MPI_Comm_disconnect(&again);
    MPI_Comm_free(&local);
    /* Whichever side says nothing of an order, one is found. */
    MPI_Comm other;
    MPI_Intercomm_merge(inter, 0, &other);
    MPI_Barrier(other);
    int result;
    MPI_Comm_compare(all, other, &result);
    CHECK(result == MPI_CONGRUENT || result == MPI_SIMILAR);
    MPI_Comm_disconnect(&other);
    MPI_Comm_disconnect(&all);
}

static void all_works(MPI_Comm inter, int first)
{
    MPI_Comm copy;
    messages(inter);
    collectives(inter, first);
    MPI_Comm_dup(inter, &copy);
    collectives(copy, first);
    MPI_Comm_disconnect(&copy);
    SAME(copy, MPI_COMM_NULL);
    merged(inter, first);
    messages(inter);
}

#endif
