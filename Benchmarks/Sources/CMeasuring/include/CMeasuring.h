// SPDX-License-Identifier: MIT
//
// What Swift cannot say itself: a function that no optimiser sees through, and how much of the heap
// is in use.

#ifndef C_MEASURING_H
#define C_MEASURING_H

#include <stdbool.h>
#include <stddef.h>

/// Whether a value begins with a reference to a live object of exactly this class.
///
/// The caller cannot know what happens in here: the value and its object have to be made, in memory,
/// before the call, and may be any others after it.
bool measuring_holds_instance(void *value, const void *class_metadata);

/// The bytes that are allocated on the heap, with what the C library adds to each block.
size_t measuring_heap_bytes(void);

/// The bytes of the process that are in memory; 0 where this is not known.
size_t measuring_resident_bytes(void);

#endif
