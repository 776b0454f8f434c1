// SPDX-License-Identifier: MIT
//
// What Thread Sanitizer must be told, because it does not see how a lock of Swift waits.

#include "CMortiseThread.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HAS_THREAD_SANITIZER 1
#endif
#endif

#ifdef HAS_THREAD_SANITIZER

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

const bool mortise_has_thread_sanitizer = true;
void mortise_note_lock(void *lock) { __tsan_acquire(lock); }
void mortise_note_unlock(void *lock) { __tsan_release(lock); }

#else

const bool mortise_has_thread_sanitizer = false;
void mortise_note_lock(void *lock) { (void)lock; }
void mortise_note_unlock(void *lock) { (void)lock; }

#endif
