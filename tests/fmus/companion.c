// SPDX-License-Identifier: MIT

// A library that another one needs, and that is not there when it is loaded.

int companion(void);
int companion(void) { return 1; }
