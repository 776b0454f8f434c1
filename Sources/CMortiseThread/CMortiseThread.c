// SPDX-License-Identifier: MIT

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CMortiseThread.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#if defined(__linux__)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

// MARK: Thread-local storage

_Thread_local void *mortise_thread_current = 0;

static pthread_key_t leaving;
static pthread_once_t leaving_once = PTHREAD_ONCE_INIT;
static void (*_Atomic on_leave)(void *) = 0;

static void leave(void *record) {
  mortise_thread_current = 0;
  void (*call)(void *) = atomic_load(&on_leave);
  if (call) call(record);
}

static void make_leaving(void) { pthread_key_create(&leaving, leave); }

void mortise_thread_set(void *record, void (*call)(void *)) {
  atomic_store(&on_leave, call);
  pthread_once(&leaving_once, make_leaving);
  pthread_setspecific(leaving, record);
  if (mortise_has_heavy_barrier()) mortise_thread_current = record;
}

void *mortise_thread_find(void) {
  if (mortise_thread_current) return mortise_thread_current;
  pthread_once(&leaving_once, make_leaving);
  return pthread_getspecific(leaving);
}

uintptr_t mortise_stack_low(void) {
#if defined(__APPLE__)
  pthread_t self = pthread_self();
  return (uintptr_t)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#elif defined(__linux__)
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void *low = 0;
  size_t size = 0;
  int failed = pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  return failed ? 0 : (uintptr_t)low;
#else
  return 0;
#endif
}

// MARK: Barriers

#if defined(__linux__)
static bool heavy_works = false;
static pthread_once_t heavy_once = PTHREAD_ONCE_INIT;

static void register_heavy(void) {
  // Lets tests see what happens where the kernel refuses.
  if (getenv("MORTISE_WITHOUT_MEMBARRIER")) return;
  heavy_works =
      syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0 &&
      syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
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

// MARK: Parking

long mortise_substitution_count = 0;

void mortise_yield(void) { sched_yield(); }

struct mortise_parker {
  pthread_cond_t condition;
};

static pthread_mutex_t site = PTHREAD_MUTEX_INITIALIZER;

mortise_parker *mortise_parker_create(void) {
  mortise_parker *parker = malloc(sizeof(mortise_parker));
  if (!parker || pthread_cond_init(&parker->condition, 0) != 0) abort();
  return parker;
}

void mortise_parker_destroy(mortise_parker *parker) {
  pthread_cond_destroy(&parker->condition);
  free(parker);
}

void mortise_site_lock(void) { pthread_mutex_lock(&site); }
void mortise_site_unlock(void) { pthread_mutex_unlock(&site); }
void mortise_site_park(mortise_parker *parker) { pthread_cond_wait(&parker->condition, &site); }
void mortise_site_wake(mortise_parker *parker) { pthread_cond_signal(&parker->condition); }

// MARK: Types

// All of this is part of Swift's stable ABI.
extern const void *swift_getDynamicType(const void *value, const void *type, bool looks_inside);

const void *mortise_dynamic_type(const void *value, const void *type) {
  return swift_getDynamicType(value, type, true);
}

extern const void *swift_conformsToProtocol(const void *type, const void *protocol);

#if defined(__APPLE__)
extern size_t class_getInstanceSize(const void *type);

uintptr_t mortise_instance_size(const void *type) { return class_getInstanceSize(type); }
#else
struct class_type {
  uintptr_t kind;
  const void *superclass;
  uint32_t flags;
  uint32_t address_point;
  uint32_t instance_size;
};

uintptr_t mortise_instance_size(const void *type) {
  return ((const struct class_type *)type)->instance_size;
}
#endif

enum { existential_kind = 0x303 };

struct existential_type {
  uintptr_t kind;
  uint32_t flags;
  uint32_t protocol_count;
  const uintptr_t entries[];  // the superclass, if flagged, then the protocols
};

bool mortise_conforms(const void *type, const void *existential) {
  const struct existential_type *target = existential;
  if (target->kind != existential_kind || target->protocol_count == 0) return false;
  const bool has_superclass = target->flags & (1u << 30);
  const uintptr_t *protocols = target->entries + (has_superclass ? 1 : 0);
  for (uint32_t index = 0; index < target->protocol_count; index++) {
    // The low bit marks an Objective-C protocol.
    if (protocols[index] & 1) return false;
    if (!swift_conformsToProtocol(type, (const void *)protocols[index])) return false;
  }
  return true;
}
