// SPDX-License-Identifier: MIT

import Testing

@Suite struct `Nothing yet` {}
