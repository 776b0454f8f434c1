// SPDX-License-Identifier: MIT
//
// Where a thread sleeps until another one wakes it.

#include "CMortiseThread.h"

#include <stdlib.h>

// The system's mutex and condition variable, which are never copied.
#if defined(_WIN32)

#include <windows.h>

typedef SRWLOCK mutex;
typedef CONDITION_VARIABLE condition;
#define MUTEX_INITIALIZER SRWLOCK_INIT

static void make(mutex *m, condition *c) {
  InitializeSRWLock(m);
  InitializeConditionVariable(c);
}
static void destroy(mutex *m, condition *c) {}
static void lock(mutex *m) { AcquireSRWLockExclusive(m); }
static void unlock(mutex *m) { ReleaseSRWLockExclusive(m); }
static void await(condition *c, mutex *m) { SleepConditionVariableSRW(c, m, INFINITE, 0); }
static void signal_one(condition *c) { WakeConditionVariable(c); }

#elif defined(__wasi__)

// There is one thread, so no other one has the lock or could wake it.
typedef char mutex;
typedef char condition;
#define MUTEX_INITIALIZER 0

static void make(mutex *m, condition *c) {}
static void destroy(mutex *m, condition *c) {}
static void lock(mutex *m) {}
static void unlock(mutex *m) {}
static void await(condition *c, mutex *m) { abort(); }
static void signal_one(condition *c) {}

#else

#include <pthread.h>

typedef pthread_mutex_t mutex;
typedef pthread_cond_t condition;
#define MUTEX_INITIALIZER PTHREAD_MUTEX_INITIALIZER

static void make(mutex *m, condition *c) {
  if (pthread_mutex_init(m, 0) != 0 || pthread_cond_init(c, 0) != 0) abort();
}
static void destroy(mutex *m, condition *c) {
  pthread_cond_destroy(c);
  pthread_mutex_destroy(m);
}
static void lock(mutex *m) { pthread_mutex_lock(m); }
static void unlock(mutex *m) { pthread_mutex_unlock(m); }
static void await(condition *c, mutex *m) { pthread_cond_wait(c, m); }
static void signal_one(condition *c) { pthread_cond_signal(c); }

#endif

struct mortise_parker {
  mutex mutex;
  condition condition;
  bool is_woken;
};

mortise_parker *mortise_parker_create(void) {
  mortise_parker *parker = calloc(1, sizeof(mortise_parker));
  if (!parker) abort();
  make(&parker->mutex, &parker->condition);
  return parker;
}

void mortise_parker_destroy(mortise_parker *parker) {
  destroy(&parker->mutex, &parker->condition);
  free(parker);
}

void mortise_parker_wait(mortise_parker *parker) {
  lock(&parker->mutex);
  while (!parker->is_woken) await(&parker->condition, &parker->mutex);
  parker->is_woken = false;
  unlock(&parker->mutex);
}

void mortise_parker_wake(mortise_parker *parker) {
  lock(&parker->mutex);
  parker->is_woken = true;
  // Under the lock: after it the parker may be gone.
  signal_one(&parker->condition);
  unlock(&parker->mutex);
}


