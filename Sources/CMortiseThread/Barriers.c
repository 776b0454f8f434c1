// SPDX-License-Identifier: MIT
//
// A barrier on every thread of the process, and the count of substitutions, which readers load
// without a lock.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CMortiseThread.h"

#include <stdatomic.h>

#if defined(_WIN32)

#include <windows.h>

bool mortise_has_heavy_barrier(void) { return true; }

void mortise_heavy_barrier(void) {
  FlushProcessWriteBuffers();
  atomic_thread_fence(memory_order_seq_cst);
}

#elif defined(__linux__)

#include <linux/membarrier.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool heavy_works = false;
static pthread_once_t heavy_once = PTHREAD_ONCE_INIT;

static void register_heavy(void) {
  // Lets tests run as if the kernel refused.
  if (getenv("MORTISE_WITHOUT_MEMBARRIER")) return;
  heavy_works =
      syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0 &&
      syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
}

void mortise_heavy_barrier_after_fork(void) {
  if (heavy_works) syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
}

bool mortise_has_heavy_barrier(void) {
  pthread_once(&heavy_once, register_heavy);
  return heavy_works;
}

void mortise_heavy_barrier(void) {
  if (mortise_has_heavy_barrier()) {
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  }
  atomic_thread_fence(memory_order_seq_cst);
}

#else

// Readers pay for a fence of their own here, so one on this thread is enough.
void mortise_heavy_barrier_after_fork(void) {}
bool mortise_has_heavy_barrier(void) { return true; }
void mortise_heavy_barrier(void) { atomic_thread_fence(memory_order_seq_cst); }

#endif

void mortise_reader_barrier(void) {
  if (mortise_has_heavy_barrier()) {
    mortise_light_barrier();
  } else {
    atomic_thread_fence(memory_order_seq_cst);
  }
}

long mortise_substitution_count = 0;
