# SPDX-License-Identifier: MIT
"""`python -m oldham` is the program."""

from oldham.program import main

main()
