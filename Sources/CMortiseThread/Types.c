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

struct class_type {
  uintptr_t kind;
  const void *superclass;
#if defined(__APPLE__)
  const void *cache[2];
  uintptr_t data;
#endif
  uint32_t flags;
  uint32_t address_point;
  uint32_t instance_size;
  uint16_t alignment_mask;
  uint16_t reserved;
  uint32_t class_size;
  uint32_t class_address_point;
  const void *description;
};

#if defined(__APPLE__)
extern size_t class_getInstanceSize(const void *type);

uintptr_t mortise_instance_size(const void *type) { return class_getInstanceSize(type); }
#else
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

// A pointer relative to its own address; 0 for none.
typedef int32_t relative;

static const void *follow(const relative *pointer) {
  return *pointer ? (const char *)pointer + *pointer : 0;
}

// What the compiler says of a class or a struct.
struct type_description {
  uint32_t flags;
  relative parent;
  relative name;
  relative access;
  relative fields;
};

struct field {
  uint32_t flags;
  relative type;
  relative name;
};

struct fields {
  relative type;
  relative superclass;
  uint16_t kind;
  uint16_t field_size;
  uint32_t count;
  const struct field all[];
};

// The length of a mangled name, which may contain addresses.
static size_t length(const char *name) {
  const char *end = name;
  while (*end) {
    const unsigned char byte = (unsigned char)*end++;
    if (byte >= 0x01 && byte <= 0x17) end += sizeof(relative);
    if (byte >= 0x18 && byte <= 0x1f) end += sizeof(void *);
  }
  return (size_t)(end - name);
}

extern const void *swift_getTypeByMangledNameInContext(const char *name, size_t length,
                                                       const void *context,
                                                       const void *const *arguments)
    __attribute__((swiftcall));

static const struct type_description *description_of(const void *type) {
  if (!is_class(type)) return ((const void *const *)type)[1];
  const struct class_type *class = type;
#if defined(__APPLE__)
  // Only classes of Swift are described, and with authenticated pointers not in plain words.
  if (!(class->data & 2) || __has_feature(ptrauth_calls)) return 0;
#endif
  return class->description;
}

const char *mortise_field_name(const void *owner, const void *type) {
  const struct type_description *description = description_of(owner);
  const struct fields *fields = description ? follow(&description->fields) : 0;
  const char *name = 0;
  for (uint32_t index = 0; fields && index < fields->count; index++) {
    const struct field *field = &fields->all[index];
    const char *mangled = follow(&field->type);
    if (!mangled) continue;
    if (swift_getTypeByMangledNameInContext(mangled, length(mangled), 0, 0) != type) continue;
    if (name) return 0;
    name = follow(&field->name);
  }
  return name;
}

// The stored properties of a class or a struct that is not generic; null for any other type.
static const struct fields *fields_of(const void *type) {
  enum { kinds = 0x1f, class_description = 16, struct_description = 17, is_generic = 0x80 };
  if (!is_class(type) && *(const uintptr_t *)type != struct_kind) return 0;
  const struct type_description *description = description_of(type);
  if (!description || description->flags & is_generic) return 0;
  const uint32_t kind = description->flags & kinds;
  if (kind != class_description && kind != struct_description) return 0;
  return follow(&description->fields);
}

uint32_t mortise_field_count(const void *owner) {
  const struct fields *fields = fields_of(owner);
  return fields ? fields->count : 0;
}

const void *mortise_field_type(const void *owner, uint32_t index) {
  const struct fields *fields = fields_of(owner);
  const char *mangled = fields && index < fields->count ? follow(&fields->all[index].type) : 0;
  return mangled ? swift_getTypeByMangledNameInContext(mangled, length(mangled), 0, 0) : 0;
}
