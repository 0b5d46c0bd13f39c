"""A wheel of the Python module with libninefold inside: `pip install .` or `make wheel`. Needs what
the program is built with (`scripts/deps build`); pyproject.toml has the rest."""

import os
import re
import subprocess

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel

PACKAGE = "src/lib/python/ninefold"


def version():
    with open("Makefile", encoding="utf-8") as file:
        return re.search(r"^VERSION +:= (\S+)$", file.read(), re.MULTILINE).group(1)


class WithLibrary(build_py):
    """The module, and what it loads."""

    def run(self):
        super().run()
        folder = os.path.abspath(os.path.join(self.build_lib, "ninefold"))
        build = [f"BUILD={os.environ['BUILD']}"] if "BUILD" in os.environ else []
        subprocess.run(["make", "-s", f"-j{os.cpu_count()}", *build, "wheel-files", f"TO={folder}"],
                       check=True)


class ForThisLibc(bdist_wheel):
    """Its tag says which C library it needs, that of no Python (PEP 600)."""

    def get_tag(self):
        folder = os.path.join(self.bdist_dir, "ninefold")
        needed = (0, 0)
        for name in os.listdir(folder):
            if ".so" in name:
                symbols = subprocess.run(["objdump", "-T", os.path.join(folder, name)], check=True,
                                         capture_output=True, text=True).stdout
                found = re.findall(r"GLIBC_(\d+)\.(\d+)", symbols)
                needed = max([needed, *[(int(major), int(minor)) for major, minor in found]])
        platform = super().get_tag()[2]
        if platform.startswith("linux_") and needed > (0, 0):
            platform = f"manylinux_{needed[0]}_{needed[1]}_{platform[len('linux_'):]}"
        return "py3", "none", platform


class Binary(Distribution):
    def has_ext_modules(self):
        return True


os.makedirs("build", exist_ok=True)
setup(version=version(), options={"egg_info": {"egg_base": "build"}}, packages=["ninefold"], package_dir={"ninefold": PACKAGE},
      package_data={"ninefold": ["py.typed"]}, distclass=Binary,
      cmdclass={"build_py": WithLibrary, "bdist_wheel": ForThisLibc})
