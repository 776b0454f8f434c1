#!/usr/bin/env bash
# Runs every snippet of the documentation; each checks what its text claims.
set -euo pipefail
cd "$(dirname "$0")/.."

swift build
built=$(swift build --show-bin-path)
count=0
for file in Snippets/*.swift; do
    name=$(basename "$file" .swift)
    if ! output=$(timeout 60 "$built/$name" 2>&1); then
        printf '%s\nsnippets: %s failed\n' "$output" "$name"
        exit 1
    fi
    count=$((count + 1))
done
echo "snippets: $count ran"
