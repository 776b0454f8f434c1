// SPDX-License-Identifier: MIT

#if Services
#endif
