// SPDX-License-Identifier: MIT

#include "CMeasuring.h"

#if defined(__APPLE__)
#include <malloc/malloc.h>
#include <unistd.h>
#else
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>
#endif

bool measuring_holds_instance(void *value, const void *class_metadata) {
    // An existential begins with its value if that is one reference, and an object with its class.
    const void *const *object = *(const void *const **)value;
    return object != NULL && *object == class_metadata;
}

size_t measuring_heap_bytes(void) {
#if defined(__APPLE__)
    malloc_statistics_t statistics;
    malloc_zone_statistics(NULL, &statistics);
    return statistics.size_in_use;
#else
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
}

size_t measuring_resident_bytes(void) {
    unsigned long pages = 0;
#if defined(__linux__)
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    if (fscanf(file, "%*u %lu", &pages) != 1) pages = 0;
    fclose(file);
#endif
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}
