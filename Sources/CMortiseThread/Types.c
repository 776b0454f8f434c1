// SPDX-License-Identifier: MIT
//
// Reads type metadata, whose layout is part of Swift's stable ABI.

#include "CMortiseThread.h"

#include <stddef.h>

extern const void *swift_getDynamicType(const void *value, const void *type, bool looks_inside);

enum { struct_kind = 0x200, enum_kind = 0x201, existential_kind = 0x303 };

struct existential_type {
  uintptr_t kind;
  uint32_t flags;
  uint32_t protocol_count;
  const uintptr_t entries[];  // the superclass, if flagged, then the protocols
};

// Only classes have a kind that is 0 or an address.
static bool is_class(const void *type) {
  const uintptr_t kind = *(const uintptr_t *)type;
  return kind == 0 || kind > 0x7ff;
}

// Whether the type is that of an error, which lies in a box of its own.
static bool is_special(const struct existential_type *type) { return (type->flags >> 24) & 0x3f; }

const void *mortise_dynamic_type(const void *value, const void *type) {
#if !defined(__APPLE__)
  // Answers the most frequent cases in a tenth of the time: an object, or a value in an existential
  // that is neither a class existential nor an error.
  const struct existential_type *existential = type;
  const bool is_opaque =
      existential->kind == existential_kind && !is_special(type) && existential->flags >> 31;
  const void *inner = is_opaque ? ((const void *const *)value)[3] : type;
  if (is_class(inner)) return **(const void *const *const *)value;
  const uintptr_t kind = *(const uintptr_t *)inner;
  if (kind == struct_kind || kind == enum_kind) return inner;
#endif
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

const void *mortise_object(const void *value, const void *type) {
  if (!is_class(type)) {
    if (*(const uintptr_t *)type != existential_kind || is_special(type)) return 0;
  }
  return *(const void *const *)value;
}

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
