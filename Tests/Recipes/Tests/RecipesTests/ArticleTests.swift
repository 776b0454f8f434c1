// SPDX-License-Identifier: MIT

import AsyncHTTPClient
import GRDB
import Mortise
import Testing
