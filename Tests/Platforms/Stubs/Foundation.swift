// SPDX-License-Identifier: MIT

// As much of Apple's module as storyboards need: see ObjectiveC.swift.

@_exported import ObjectiveC
