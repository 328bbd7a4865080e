"""Maguyva: a language server that answers a question about code with the right retriever, or the right blend of four."""

import os

__version__ = "0.1.0"

# Read when numpy is first loaded, so it has to be here. The products are small and the work is already spread over threads and processes;
# BLAS threads of their own only spin and wait for each other (measured on two busy cores: 4 to 26 s for what takes 4 s on one thread).
for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")
