"""Every rank says hello, and rank 0 adds up what they send.

    MPICC=mpicc pip install --no-cache-dir --no-binary mpi4py mpi4py
    mpiexec -n 4 python examples/python/hello.py
"""

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, ranks = world.Get_rank(), world.Get_size()

greetings = world.gather(f"hello from rank {rank} of {ranks} on {MPI.Get_processor_name()}", root=0)
total = world.allreduce(rank, op=MPI.SUM)

if rank == 0:
    print("\n".join(greetings))
    print(f"{MPI.Get_library_version().splitlines()[0]}: the ranks add up to {total}")
assert total == ranks * (ranks - 1) // 2
