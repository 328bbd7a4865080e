#!/usr/bin/env bash
# Routes requests.
source "./base.sh"
. /etc/profile

MAX_DEPTH=8
readonly LIMIT=3
export PATH_PREFIX="/usr"
declare -a routes=()

# Matches a path.
match_route() {
  local path="$1" depth=0
  if [[ -z "$path" ]]; then
    helper "$path" "${MAX_DEPTH}"
  fi
}

function helper {
  echo "$1" | grep -q x
}

function with-dash() ( :; )

alias ll='ls -l'
match_route "/x" && helper y
