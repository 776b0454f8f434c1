// SPDX-License-Identifier: MIT
//
// Functions that Swift cannot express: one that is opaque to the optimiser, and the bytes of the heap in use.

#ifndef C_MEASURING_H
#define C_MEASURING_H

#include <stdbool.h>
#include <stddef.h>

/// Whether a value begins with a reference to a live object of exactly this class.
///
/// The function is opaque to the caller: the value and its object must exist in memory before the call, and
/// may be replaced by it.
bool measuring_holds_instance(void *value, const void *class_metadata);

/// The bytes allocated on the heap, including the C library's overhead for each block.
size_t measuring_heap_bytes(void);

/// The resident bytes of the process; 0 if this is not known.
size_t measuring_resident_bytes(void);

#endif
