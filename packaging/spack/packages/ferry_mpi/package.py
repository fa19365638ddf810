"""Ferry for Spack: `spack repo add packaging/spack`, then `spack install ferry-mpi`."""

import os

from spack.package import *


class FerryMpi(Package):
    """Ferry, an MPI for all networks, written in Rust: the standard ABI of MPI-5, libraries for programs that were
    built for MPICH and Open MPI, shared memory, TCP, SCTP and QUIC."""

    homepage = "https://github.com/ferry-mpi/ferry"
    git = "https://github.com/ferry-mpi/ferry.git"

    license("Apache-2.0 OR MIT")

    version("main", branch="main")

    variant("fortran", default=True, description="Modules for Fortran's use mpi and use mpi_f08")

    provides("mpi@:5.0")

    depends_on("c", type="build")
    depends_on("fortran", type=("build", "run"), when="+fortran")
    depends_on("rust@1.88:", type="build")

    executables = ["^mpiexec$"]

    def install(self, spec, prefix):
        cargo = which("cargo", required=True)
        # What is fetched and built stays in the stage.
        cargo.add_default_env("CARGO_HOME", os.path.join(self.stage.path, "cargo"))
        cargo("xtask", "install", "--prefix", prefix)

    @property
    def headers(self):
        headers = find_headers("mpi", self.prefix.include, recursive=False)
        headers.directories = [self.prefix.include]
        return headers

    @property
    def libs(self):
        return find_libraries("libmpi_abi", root=self.prefix.lib, shared=True, recursive=False)

    def setup_run_environment(self, env):
        for variable, wrapper in WRAPPERS.items():
            env.set(variable, os.path.join(self.prefix.bin, wrapper))

    def setup_dependent_build_environment(self, env, dependent_spec):
        self.setup_run_environment(env)
        # The wrappers call Spack's compilers, which know where everything else is.
        env.set("FERRY_CC", dependent_spec.package.module.spack_cc)
        env.set("FERRY_CXX", dependent_spec.package.module.spack_cxx)
        env.set("FERRY_FC", dependent_spec.package.module.spack_fc)

    def setup_dependent_package(self, module, dependent_spec):
        for name, wrapper in SPEC_NAMES.items():
            setattr(self.spec, name, os.path.join(self.prefix.bin, wrapper))


#: What builds look for.
WRAPPERS = {"MPICC": "mpicc", "MPICXX": "mpicxx", "MPIF77": "mpif77", "MPIF90": "mpif90", "MPIFC": "mpifort"}
#: What Spack's packages look for.
SPEC_NAMES = {"mpicc": "mpicc", "mpicxx": "mpicxx", "mpif77": "mpif77", "mpifc": "mpif90"}
