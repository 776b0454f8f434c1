// SPDX-License-Identifier: MIT
//
// Thread-local storage, and the bounds of a thread's stack.

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CMortiseThread.h"

#include <stdatomic.h>

_Thread_local void *mortise_thread_current = 0;

#if defined(_WIN32)

#include <windows.h>

void *mortise_thread_get(void) { return mortise_thread_current; }

static DWORD leaving;
static INIT_ONCE leaving_once = INIT_ONCE_STATIC_INIT;
static void (*_Atomic on_leave)(void *) = 0;

static void WINAPI leave(void *record) {
  mortise_thread_current = 0;
  void (*call)(void *) = atomic_load(&on_leave);
  if (call && record) call(record);
}

static BOOL CALLBACK make_leaving(PINIT_ONCE once, void *parameter, void **context) {
  leaving = FlsAlloc(leave);
  return leaving != FLS_OUT_OF_INDEXES;
}

void mortise_thread_set(void *record, void (*call)(void *)) {
  atomic_store(&on_leave, call);
  // Without the callback the record of a thread is leaked when the thread ends.
  if (InitOnceExecuteOnce(&leaving_once, make_leaving, 0, 0)) FlsSetValue(leaving, record);
  mortise_thread_current = record;
}

void *mortise_thread_find(void) { return mortise_thread_current; }

mortise_stack mortise_stack_bounds(void) {
  ULONG_PTR low = 0, high = 0;
  GetCurrentThreadStackLimits(&low, &high);
  mortise_stack stack = {low, high - low};
  return stack;
}

uintptr_t mortise_forks(void) { return 0; }
void *mortise_forking_thread(void) { return 0; }

#elif defined(__wasi__)

uintptr_t mortise_forks(void) { return 0; }
void *mortise_forking_thread(void) { return 0; }

// There is one thread, which ends with the program. The bounds of its stack are unknown.
void mortise_thread_set(void *record, void (*call)(void *)) { mortise_thread_current = record; }
void *mortise_thread_find(void) { return mortise_thread_current; }

mortise_stack mortise_stack_bounds(void) {
  mortise_stack stack = {0, 0};
  return stack;
}

#else

#include <pthread.h>

static pthread_key_t leaving;
static pthread_once_t leaving_once = PTHREAD_ONCE_INIT;
static void (*_Atomic on_leave)(void *) = 0;

static void leave(void *record) {
  mortise_thread_current = 0;
  void (*call)(void *) = atomic_load(&on_leave);
  if (call) call(record);
}

static uintptr_t forks = 0;
static void *forking_thread = 0;

static void enter_child(void) {
  forks++;
  forking_thread = pthread_getspecific(leaving);
  mortise_heavy_barrier_after_fork();
}

static void make_leaving(void) {
  pthread_key_create(&leaving, leave);
  pthread_atfork(0, 0, enter_child);
}

uintptr_t mortise_forks(void) { return forks; }
void *mortise_forking_thread(void) { return forking_thread; }

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

mortise_stack mortise_stack_bounds(void) {
  mortise_stack stack = {0, 0};
#if defined(__APPLE__)
  pthread_t self = pthread_self();
  stack.size = pthread_get_stacksize_np(self);
  stack.low = (uintptr_t)pthread_get_stackaddr_np(self) - stack.size;
#elif defined(__linux__)
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return stack;
  void *low = 0;
  size_t size = 0;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    stack.low = (uintptr_t)low;
    stack.size = size;
  }
  pthread_attr_destroy(&attributes);
#endif
  return stack;
}

#endif

long mortise_count_locks(long change) {
  static _Thread_local long held;
  return held += change;
}
