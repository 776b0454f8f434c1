// SPDX-License-Identifier: MIT

#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// How often the calling thread has asked for memory on the heap so far.
///
/// Linux with glibc only: there the target replaces the C library's functions by some that count.
/// Elsewhere the number is always 0.
unsigned long allocation_count(void);

#endif
