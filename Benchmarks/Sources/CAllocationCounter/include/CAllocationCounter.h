// SPDX-License-Identifier: MIT

#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// The number of heap allocations of the calling thread so far.
///
/// Linux with glibc only: there the target replaces the C library's functions by counting ones.
/// Elsewhere the number is always 0.
unsigned long allocation_count(void);

#endif
