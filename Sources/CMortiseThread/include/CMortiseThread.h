// SPDX-License-Identifier: MIT
//
// What Swift cannot express: thread-local storage, a barrier on every thread of the process, the
// bounds of a thread's stack, parking a thread, and type metadata. Nothing here knows about
// containers.

#ifndef C_MORTISE_THREAD_H
#define C_MORTISE_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The record of the running thread, or null before the first resolve on it.
///
/// Always null where `mortise_heavy_barrier` does not work: reads without a lock go through it.
extern _Thread_local void *mortise_thread_current;

#if defined(_WIN32)
// A Windows library cannot export a thread-local variable.
void *mortise_thread_get(void);
#else
static inline void *mortise_thread_get(void) { return mortise_thread_current; }
#endif

/// The record of the running thread, or null, also where `mortise_heavy_barrier` does not work.
void *mortise_thread_find(void);

/// Stores the record of the running thread, and calls `leave` with it when the thread ends.
void mortise_thread_set(void *record, void (*leave)(void *record));

/// Lets `mortise_heavy_barrier` work in the child of a fork.
void mortise_heavy_barrier_after_fork(void);

/// The number of `fork` calls between the first process that used the library and this one.
uintptr_t mortise_forks(void);

/// The record of the thread that called `fork` to make this process, or null.
void *mortise_forking_thread(void);

/// The lowest address of a stack, and its size in bytes.
typedef struct {
  uintptr_t low;
  uintptr_t size;
} mortise_stack;

/// The bounds of the running thread's stack, or zeros if they are unknown.
mortise_stack mortise_stack_bounds(void);

/// The address of the caller's stack frame.
///
/// The address of a local variable does not serve: Address Sanitizer keeps variables elsewhere.
static inline __attribute__((always_inline)) uintptr_t mortise_stack_address(void) {
  return (uintptr_t)__builtin_frame_address(0);
}

/// Keeps the compiler from reordering accesses across it. Together with `mortise_heavy_barrier` on
/// another thread it orders the processor, too.
static inline void mortise_light_barrier(void) {
#if defined(__linux__) || defined(_WIN32)
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/// Keeps the compiler from reordering accesses across it, and does nothing else.
///
/// Swift may delay the retain of a copied reference past any number of stores, atomic ones too: it
/// knows that they release nothing. It cannot know that another thread releases when it sees them.
static inline void mortise_compiler_barrier(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/// A `mortise_light_barrier`, or a full fence where `mortise_heavy_barrier` does not work.
void mortise_reader_barrier(void);

/// Makes every thread of the process pass a full memory barrier before it returns.
void mortise_heavy_barrier(void);

/// Whether `mortise_heavy_barrier` works on this system.
bool mortise_has_heavy_barrier(void);

/// The number of substitutions of members in the process: while it is 0, no thread looks for one.
extern long mortise_substitution_count;

static inline long mortise_substitutions(void) {
  return __atomic_load_n(&mortise_substitution_count, __ATOMIC_ACQUIRE);
}

/// Adds to the number of substitutions.
static inline void mortise_count_substitutions(long change) {
  __atomic_add_fetch(&mortise_substitution_count, change, __ATOMIC_SEQ_CST);
}

/// Adds to the number of locks that the running thread holds, in builds that count them.
///
/// Returns the number.
long mortise_count_locks(long change);

/// Whether this is a build for Thread Sanitizer.
extern const bool mortise_has_thread_sanitizer;

/// Tell Thread Sanitizer that the running thread has taken a lock, or is about to leave it. `lock`
/// is any address that stands for it.
void mortise_note_lock(void *lock);
void mortise_note_unlock(void *lock);

/// An object at which one thread waits until another one wakes it.
typedef struct mortise_parker mortise_parker;
mortise_parker *mortise_parker_create(void);
void mortise_parker_destroy(mortise_parker *parker);

/// Returns once the parker was woken, perhaps before the call, and resets it.
void mortise_parker_wait(mortise_parker *parker);

/// Wakes the thread that waits at `parker`, or the next one that does. A second call before that
/// has no effect.
void mortise_parker_wake(mortise_parker *parker);


/// Returns the dynamic type of the value at `value`, whose static type is `type`: the type of the
/// inner value, if that is an existential.
const void *mortise_dynamic_type(const void *value, const void *type);

/// Returns the object at `value`, whose static type `type` is a class or an existential; null for
/// any other type, and for errors. An existential may hold a value that is no object: its dynamic
/// type says so.
const void *mortise_object(const void *value, const void *type);

/// Returns the size in bytes of an instance of the class `type`, up to the end of its own and
/// inherited stored properties.
uintptr_t mortise_instance_size(const void *type);

/// Reads an aligned word that another thread may be writing. The caller only compares the word.
///
/// Thread Sanitizer does not see the read: a write beside the word that is looked for does not
/// matter.
static inline __attribute__((no_sanitize("thread"))) uintptr_t mortise_peek(const void *address) {
  return __atomic_load_n((const uintptr_t *)address, __ATOMIC_RELAXED);
}

/// Returns the name of the only stored property of the class or struct `owner` whose type is `type`,
/// not counting inherited ones; null if there is none or several. `owner` is not generic.
const char *mortise_field_name(const void *owner, const void *type);

/// Returns the number of stored properties of the type `owner`, not counting inherited ones; 0 if it
/// is generic, or neither a class nor a struct of Swift.
uint32_t mortise_field_count(const void *owner);

/// Returns the type of the stored property of `owner` with this index; null if it cannot be read.
const void *mortise_field_type(const void *owner, uint32_t index);

/// Returns whether `type` conforms to every Swift protocol of the existential type `existential`.
bool mortise_conforms(const void *type, const void *existential);

#ifdef __cplusplus
}
#endif
#endif
