"""Runs the recipe against stand-ins for Spack: what it would do, on a Ferry that is built. `check.py PREFIX`"""

import importlib.util
import os
import pathlib
import sys
import types

here = pathlib.Path(__file__).parent
prefix = pathlib.Path(sys.argv[1]).resolve()
said, ran, provided, needed = {}, [], [], []


class Prefix(str):
    """A folder whose parts are attributes."""

    def __getattr__(self, name):
        return Prefix(os.path.join(self, name))


class Cargo:
    def add_default_env(self, name, value):
        said[name] = value

    def __call__(self, *words):
        ran.append(words)


class Environment:
    def __init__(self):
        self.variables = {}

    def set(self, name, value):
        self.variables[name] = value


class Headers(list):
    directories = []


def find_headers(name, root, recursive):
    found = Headers(str(path) for path in pathlib.Path(root).glob(f"{name}.h"))
    assert found, f"no {name}.h in {root}"
    return found


def find_libraries(name, root, shared, recursive):
    found = [str(path) for path in pathlib.Path(root).glob(f"{name}.so")]
    assert shared and found, f"no {name}.so in {root}"
    return found


spack = types.ModuleType("spack")
package = types.ModuleType("spack.package")
package.Package = type("Package", (), {})
package.license = package.version = package.variant = lambda *words, **more: None
package.provides = lambda *words, **more: provided.extend(words)
package.depends_on = lambda *words, **more: needed.extend(words)
package.which = lambda name, required: Cargo() if name == "cargo" else None
package.find_headers, package.find_libraries = find_headers, find_libraries
sys.modules.update({"spack": spack, "spack.package": package})

where = importlib.util.spec_from_file_location("recipe", here / "packages/ferry_mpi/package.py")
recipe = importlib.util.module_from_spec(where)
where.loader.exec_module(recipe)

ferry = recipe.FerryMpi()
ferry.prefix, ferry.spec = Prefix(prefix), types.SimpleNamespace()
ferry.stage = types.SimpleNamespace(path="/stage")
ferry.install(ferry.spec, ferry.prefix)
assert ran == [("xtask", "install", "--prefix", str(prefix))], ran
assert said == {"CARGO_HOME": "/stage/cargo"}, said
assert provided == ["mpi@:5.0"] and "rust@1.88:" in needed, (provided, needed)
assert ferry.headers.directories == [str(prefix / "include")]
assert ferry.libs == [str(prefix / "lib/libmpi_abi.so")]

environment = Environment()
ferry.setup_run_environment(environment)
compilers = types.SimpleNamespace(spack_cc="cc", spack_cxx="c++", spack_fc="fc")
dependent = types.SimpleNamespace(package=types.SimpleNamespace(module=compilers))
ferry.setup_dependent_build_environment(environment, dependent)
ferry.setup_dependent_package(None, dependent)
paths = [value for name, value in environment.variables.items() if name.startswith("MPI")]
for path in paths + list(vars(ferry.spec).values()):
    assert os.access(path, os.X_OK), path
assert environment.variables["FERRY_CC"] == "cc"
print("the recipe does what it should")
