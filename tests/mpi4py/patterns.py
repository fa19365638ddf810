"""How libraries above mpi4py use MPI: the scheduler, client and workers of dask-mpi, which talk by sockets of their own and
meet by MPI; executors among the ranks of a job; pools that spawn their workers. Run on 4 ranks or more."""

import asyncio
import concurrent.futures
import os
import pickle
import struct
import sys
import threading
import unittest

from mpi4py import MPI
from mpi4py.futures import MPICommExecutor, MPIPoolExecutor

WORLD = MPI.COMM_WORLD
SCHEDULER, CLIENT = 0, 1


async def tell(writer, what):
    data = pickle.dumps(what)
    writer.write(struct.pack("<I", len(data)) + data)
    await writer.drain()


async def hear(reader):
    (length,) = struct.unpack("<I", await reader.readexactly(4))
    return pickle.loads(await reader.readexactly(length))


async def all_have_come(comm):
    """A barrier that an event loop goes on beside."""
    request = comm.Ibarrier()
    while not request.Test():
        await asyncio.sleep(0.001)


class Scheduler:
    """Gives the client's tasks to workers in turn, and brings their results back."""

    def __init__(self, workers):
        self.workers, self.expected, self.all_here = [], workers, asyncio.Event()

    async def join(self, reader, writer):
        if await hear(reader) == "worker":
            self.workers.append((reader, writer))
            if len(self.workers) == self.expected:
                self.all_here.set()
            return
        await self.all_here.wait()
        tasks = await hear(reader)
        queues = [tasks[start :: self.expected] for start in range(self.expected)]
        results = await asyncio.gather(*(self.serve(*each) for each in zip(self.workers, queues)))
        await tell(writer, {key: value for result in results for key, value in result.items()})

    async def serve(self, worker, tasks):
        reader, writer = worker
        found = {}
        for key, task in tasks:
            await tell(writer, (key, task))
            name, value = await hear(reader)
            assert name == key
            found[key] = value
        await tell(writer, None)
        return found


async def schedule(comm, workers):
    scheduler = Scheduler(workers)
    server = await asyncio.start_server(scheduler.join, "127.0.0.1")
    comm.bcast(server.sockets[0].getsockname(), root=SCHEDULER)
    await all_have_come(comm)
    server.close()


async def work(comm):
    """Tasks run in threads beside the event loop, as those of dask's workers do."""
    address = comm.bcast(None, root=SCHEDULER)
    reader, writer = await asyncio.open_connection(*address)
    await tell(writer, "worker")
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        while (task := await hear(reader)) is not None:
            key, (function, *arguments) = task
            value = await asyncio.get_running_loop().run_in_executor(threads, function, *arguments)
            await tell(writer, (key, (comm.rank, value)))
    await all_have_come(comm)
    writer.close()


async def ask(comm, tasks):
    address = comm.bcast(None, root=SCHEDULER)
    reader, writer = await asyncio.open_connection(*address)
    await tell(writer, "client")
    await tell(writer, tasks)
    found = await hear(reader)
    await all_have_come(comm)
    writer.close()
    return found


def with_mpi(number):
    """A task that calls MPI itself, on a communicator of its own."""
    room = bytearray(8)
    request = MPI.COMM_SELF.Irecv(room, source=0, tag=number)
    MPI.COMM_SELF.Send(number.to_bytes(8, "little"), dest=0, tag=number)
    request.Wait()
    return int.from_bytes(room, "little")


def square(number):
    return number * number


def fail(number):
    raise ArithmeticError(number)


class Dask(unittest.TestCase):
    """`dask_mpi.initialize`: rank 0 schedules, rank 1 is the program, the others work."""

    def go(self, function):
        comm = WORLD.Dup()
        workers = comm.size - 2
        if comm.rank == SCHEDULER:
            asyncio.run(schedule(comm, workers))
        elif comm.rank == CLIENT:
            tasks = [(number, (function, number)) for number in range(40)]
            found = asyncio.run(ask(comm, tasks))
            self.assertEqual({key: value for key, (_, value) in found.items()}, {key: function(key) for key in range(40)})
            self.assertEqual({rank for rank, _ in found.values()}, set(range(2, comm.size)))
        else:
            asyncio.run(work(comm))
        comm.Free()

    def test_tasks_go_to_all_workers(self):
        self.go(square)

    @unittest.skipIf(MPI.Query_thread() < MPI.THREAD_MULTIPLE, "one thread at a time")
    def test_tasks_call_mpi(self):
        self.go(with_mpi)

    @unittest.skipIf(MPI.Query_thread() < MPI.THREAD_MULTIPLE, "one thread at a time")
    def test_a_loop_in_a_thread_of_its_own(self):
        """Dask's event loop is in another thread than the program, which uses MPI meanwhile."""
        comm, stop = WORLD.Dup(), threading.Event()

        async def until_all_are_through():
            await all_have_come(comm)
            stop.set()

        beside = threading.Thread(target=lambda: asyncio.run(until_all_are_through()))
        beside.start()
        for number in range(100):
            self.assertEqual(WORLD.allreduce(number), number * WORLD.size)
        beside.join()
        self.assertTrue(stop.is_set())
        comm.Free()


class Executors(unittest.TestCase):
    """Executors among the ranks of a job: one has it, the others work in it."""

    def test_each_root(self):
        for root in range(WORLD.size):
            with MPICommExecutor(WORLD, root) as executor:
                self.assertEqual(executor is not None, WORLD.rank == root)
                if executor is not None:
                    self.assertEqual(list(executor.map(square, range(20))), [n * n for n in range(20)])
                    self.assertIsInstance(executor.submit(fail, 7).exception(), ArithmeticError)
                    self.assertEqual(set(executor.map(rank_of, range(20))) - set(range(WORLD.size)), set())

    def test_halves_at_once(self):
        half = WORLD.Split(WORLD.rank % 2)
        with MPICommExecutor(half) as executor:
            if executor is not None:
                self.assertEqual(sum(executor.starmap(pow, ((n, 2) for n in range(10)))), 285)
        half.Free()


def rank_of(_):
    return WORLD.rank


class Pools(unittest.TestCase):
    """Pools that spawn their workers, one after the other and two at once."""

    @unittest.skipIf(WORLD.rank, "one of the ranks spawns")
    def test_pools(self):
        for workers in (1, 3):
            with MPIPoolExecutor(workers, env={"PATTERN": "here"}, path=[os.path.dirname(__file__)]) as pool:
                self.assertEqual(list(pool.map(abs, range(-5, 5), chunksize=2)), [abs(n) for n in range(-5, 5)])
                self.assertEqual(pool.submit(os.getenv, "PATTERN").result(), "here")
                self.assertIsInstance(pool.submit(int, "none").exception(), ValueError)
        with MPIPoolExecutor(2) as first, MPIPoolExecutor(1) as second:
            both = [first.submit(pow, 2, 10), second.submit(pow, 3, 4), first.submit(os.getpid), second.submit(os.getpid)]
            found = [one.result() for one in both]
        self.assertEqual(found[:2], [1024, 81])
        self.assertNotIn(os.getpid(), found[2:])


if __name__ == "__main__":
    if WORLD.size < 4:
        sys.exit("run it on 4 ranks or more")
    unittest.main()
