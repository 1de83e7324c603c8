# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the commands of this folder share: messages, packages, building. Sourced, not run.

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say () { printf '\n==> %s\n' "$*"; }

# fail WHAT NEXT: what failed, and what to do.
fail ()
{
  printf '\n%s: %s\n' "$(basename "$0")" "$1" >&2
  printf '  → %s\n' "$2" >&2
  exit 1
}

is_there ()
{
  local paths
  case $1 in
    pkg:*) command -v pkg-config > /dev/null && pkg-config --exists "${1#pkg:}" ;;
    cmd:*) command -v "${1#cmd:}" > /dev/null || [ -x "/usr/sbin/${1#cmd:}" ] ;;
    file:*)
      IFS=: read -ra paths <<< "${1#file:}"
      local IFS=
      for path in "${paths[@]}"; do compgen -G "$path" > /dev/null && return 0; done
      return 1 ;;
  esac
}

# missing_packages COLUMN GROUP…: the packages of the groups that are not installed.
missing_packages ()
{
  local column=$1 group need apt dnf pacman zypper
  shift
  while IFS=$'\t' read -r group need apt dnf pacman zypper; do
    case " $* " in *" $group "*) ;; *) continue ;; esac
    is_there "$need" || printf '%s\n' "${!column}"
  done < <(grep -v '^#' "$top/tools/packages.tsv") | sort -u
}

as_root () { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# Counts what apt does: over itself on a terminal, else a line now and then.
show_progress ()
{
  local line what= before= n=0
  while IFS= read -r line; do
    case $line in
      Get:*) what=downloaded ;;
      Unpacking*) what=unpacked ;;
      "Setting up"*) what="set up" ;;
      *) continue ;;
    esac
    [ "$before" = "$what" ] || n=0
    before=$what n=$((n + 1))
    if [ -t 1 ]; then printf '\r    %d packages %s\033[K' "$n" "$what"
    elif [ $((n % 50)) = 0 ]; then printf '    %d packages %s\n' "$n" "$what"
    fi
  done
  [ ! -t 1 ] || printf '\r\033[K'
}

apt_update ()
{
  local log attempt
  log=$(mktemp)
  for attempt in 1 2 3; do
    if as_root apt-get -qq update > "$log" 2>&1; then rm -f "$log"; return 0; fi
    [ "$attempt" = 3 ] || printf '    trying again\n'
  done
  tail -n 15 "$log" >&2
  rm -f "$log"
  fail "apt-get could not update the list of packages" "check the network and the package sources"
}

# apt_install PACKAGE…: fails after three attempts, with the end of what apt said.
apt_install ()
{
  local log attempt
  [ $# -gt 0 ] || return 0
  log=$(mktemp)
  for attempt in 1 2 3; do
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" \
      2>&1 | tee "$log" | show_progress && { rm -f "$log"; return 0; }
    [ "$attempt" = 3 ] || printf '    trying again\n'
  done
  tail -n 15 "$log" >&2
  rm -f "$log"
  return 1
}

is_packaged () { [ -n "$(apt-cache show "$1" 2> /dev/null)" ]; }

# any_packaged PACKAGE…: whether the distribution may have one of them; it may if its lists are not here.
any_packaged ()
{
  local package
  compgen -G '/var/lib/apt/lists/*_Packages*' > /dev/null || return 0
  for package; do ! is_packaged "$package" || return 0; done
  return 1
}

# On Debian and its derivatives missing packages are installed; elsewhere they are named. Only those
# of the group “build” are required: others are left out if the distribution does not have them.
need_packages ()
{
  local missing required=() optional=() absent=() manager package
  if command -v apt-get > /dev/null; then
    mapfile -t missing < <(missing_packages apt "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    [[ " $* " != *" build "* ]] || mapfile -t required < <(missing_packages apt build)
    if [ ${#required[@]} = 0 ] && ! any_packaged "${missing[@]}"; then
      printf '    left out, not available here: %s\n' "${missing[*]}"
      return 0
    fi
    [ "$(id -u)" = 0 ] || command -v sudo > /dev/null ||
      fail "packages are missing, and this requires root or sudo" "as root: apt-get install ${missing[*]}"
    apt_update
    for package in "${missing[@]}"; do
      if [[ " ${required[*]} " == *" $package "* ]]; then continue
      elif is_packaged "$package"; then optional+=("$package")
      else absent+=("$package")
      fi
    done
    say "Installing $((${#required[@]} + ${#optional[@]})) packages: ${required[*]} ${optional[*]}"
    apt_install "${required[@]}" "${optional[@]}" || {
      apt_install "${required[@]}" ||
        fail "apt-get could not install what Pellucid requires: ${required[*]}" \
             "check the network and the package sources, then run this again"
      absent+=("${optional[@]}")
    }
    [ ${#absent[@]} -eq 0 ] || printf '    left out, not available here: %s\n' "${absent[*]}"
    [[ " $* " != *" build "* ]] || mapfile -t missing < <(missing_packages apt build)
    [[ " $* " != *" build "* ]] || [ ${#missing[@]} -eq 0 ] ||
      fail "these packages are installed but too old: ${missing[*]}" \
           "Pellucid requires Debian 12 or newer"
    return 0
  fi
  for manager in dnf pacman zypper; do
    command -v "$manager" > /dev/null || continue
    mapfile -t missing < <(missing_packages "$manager" "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    case $manager in
      dnf) fail "packages are missing" "sudo dnf install ${missing[*]}" ;;
      pacman) fail "packages are missing" "sudo pacman -S ${missing[*]}" ;;
      zypper) fail "packages are missing" "sudo zypper install ${missing[*]}" ;;
    esac
  done
  mapfile -t missing < <(missing_packages apt "$@")
  [ ${#missing[@]} -eq 0 ] ||
    fail "programs or libraries are missing; Debian calls them: ${missing[*]}" "install them, then run this again"
}

# build FOLDER OPTIONS… [-- TARGETS…]: configures once, compiles what has changed.
build ()
{
  local folder=$1 log options=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
  [ $# = 0 ] || shift
  log=$folder.log
  mkdir -p "$(dirname "$folder")"
  if [ ! -f "$folder/build.ninja" ]; then
    say "Configuring"
    meson setup "$folder" "$top" "${options[@]}" > "$log" 2>&1 || {
      tail -n 25 "$log" >&2
      fail "meson could not configure the build" "see $folder/meson-logs/meson-log.txt"
    }
    sed -n '/^  Parts/,/^Found ninja/p' "$log" | sed '/^Found ninja/d'
  fi
  say "Compiling"
  if [ -t 1 ]; then ninja -C "$folder" "$@"
  else ninja -C "$folder" "$@" > "$log" 2>&1 || { grep -A 12 'FAILED' "$log" | head -n 60 >&2; false; }
  fi || fail "it does not compile" "see the message above; the log is $log"
}

# Other people's MCP clients, as tests/mcp/package.json names them, into _build/mcp-clients, with a
# Node of their own where the system's is too old for them. Without a network their tests are
# skipped, and say so.
need_mcp_clients ()
{
  local folder=$top/_build/mcp-clients log=$top/_build/mcp-clients.log
  mkdir -p "$folder"
  cmp -s "$top/tests/mcp/package-lock.json" "$folder/installed" && return 0
  say "Installing MCP clients"
  cp "$top/tests/mcp/package.json" "$top/tests/mcp/package-lock.json" "$folder"
  if npm install --prefix "$folder" --no-save --ignore-scripts --no-audit --no-fund > "$log" 2>&1; then
    cp "$top/tests/mcp/package-lock.json" "$folder/installed"
  else
    tail -n 5 "$log" >&2
    printf '    they could not be installed: the tests with them are skipped\n'
  fi
}
