/* Loaded into the user-mode kernel before the C library. That kernel keeps its processes' extended
 * registers in 2,696 bytes, which was all of them until processors had tiles (AMX). Linux takes a
 * process's registers only whole, so there the kernel's first process would die of a segmentation fault.
 * What the kernel does not know of is set to zero, as in a process that never used it. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define EXTENDED_STATE 0x202 /* NT_X86_XSTATE of linux/elf.h */

/* All that the processor may have. */
static char whole[1 << 16];

/* How long the registers of a process are; 0 where they cannot be read. */
static size_t whole_size(pid_t process)
{
    static char unused[sizeof whole];
    struct iovec all = {unused, sizeof unused};
    if (syscall(SYS_ptrace, PTRACE_GETREGSET, process, EXTENDED_STATE, &all))
        return 0;
    return all.iov_len;
}

static long set_whole(pid_t process, const struct iovec *part)
{
    static size_t size;
    if (size == 0)
        size = whole_size(process);
    if (part->iov_len >= size) {
        errno = EFAULT;
        return -1;
    }
    memcpy(whole, part->iov_base, part->iov_len);
    struct iovec all = {whole, size};
    return syscall(SYS_ptrace, PTRACE_SETREGSET, process, EXTENDED_STATE, &all);
}

long ptrace(enum __ptrace_request request, ...)
{
    va_list rest;
    va_start(rest, request);
    pid_t process = va_arg(rest, pid_t);
    void *address = va_arg(rest, void *), *data = va_arg(rest, void *);
    va_end(rest);
    /* The system call writes what it peeks at to an address; the function returns it. */
    if (request == PTRACE_PEEKTEXT || request == PTRACE_PEEKDATA || request == PTRACE_PEEKUSER) {
        long word, result = syscall(SYS_ptrace, request, process, address, &word);
        if (result)
            return result;
        errno = 0;
        return word;
    }
    long result = syscall(SYS_ptrace, request, process, address, data);
    if (result == 0 || errno != EFAULT || request != PTRACE_SETREGSET || (long)address != EXTENDED_STATE)
        return result;
    return set_whole(process, data);
}
