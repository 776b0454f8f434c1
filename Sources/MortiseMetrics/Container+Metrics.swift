// SPDX-License-Identifier: MIT

#if Observability
import Mortise
#endif
