#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Pellucid contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# check-package.sh FILE.deb: as root in a bare Debian, installs the package with apt, uses it as an
# ordinary user, upgrades it and purges it. Writes TAP. test-package.py runs it in tools/chroot.

set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
chmod 755 "$work"
deb=$work/$(basename "$1")
cp "$1" "$deb"
version=$(dpkg-deb -f "$deb" Version)
number=0 status=0

# try NAME COMMAND…: one case. Its output is shown if it fails.
try ()
{
  local name=$1
  shift
  number=$((number + 1))
  (set -e; "$@") > "$work/log" 2>&1  # not as a condition, which would switch “set -e” off
  if [ $? = 0 ]; then printf 'ok %d - /package/%s\n' "$number" "$name"
  else
    printf 'not ok %d - /package/%s\n' "$number" "$name"
    tail -n 40 "$work/log" | sed 's/^/# /'
    status=1
  fi
}

apt () { DEBIAN_FRONTEND=noninteractive apt-get -y --no-install-recommends "$@"; }

# Names of all files, except what changes on its own and what is not the system's.
list_files ()
{
  find / -xdev \( -path /tmp -o -path /run -o -path /home -o -path /root -o -path /var/log \
    -o -path /var/cache/apt -o -path /var/lib/apt -o -path /var/cache/man -o -path "${here%/*/*}" \) \
    -prune -o -print | LC_ALL=C sort
}

prepare ()
{
  apt update
  apt satisfy "$(dpkg-deb -f "$deb" Depends)"
  apt install dbus desktop-file-utils man-db openbox xauth xvfb
  useradd --create-home tester
  list_files > "$work/before"
}

is_installed () { [ "$(dpkg-query -W -f '${Status} ${Version}' pellucid)" = "install ok installed $1" ]; }

# Nothing else is installed with it: prepare() installed all that it declares.
install_alone ()
{
  apt install "$deb" | tee "$work/apt"
  grep ' 1 newly installed' "$work/apt"
  is_installed "$version"
}

is_whole () { [ -z "$(dpkg --verify pellucid)" ]; }
validate_desktop_entry () { desktop-file-validate /usr/share/applications/*.Pellucid.desktop; }

find_man_pages ()
{
  for page in /usr/bin/pellucid* pellucid-session; do
    man -w "$(basename "$page")" | grep '^/usr/share/man/man1/'
  done
}

find_translations ()
{
  for language in $(grep -v '^#' "$here/../../po/LINGUAS"); do
    test -s "/usr/share/locale/$language/LC_MESSAGES/pellucid.mo"
  done
}

use () { runuser -u tester -- env HOME=/home/tester "$here/use-package.sh" "$1"; }

reinstall ()
{
  apt install --reinstall "$deb"
  is_installed "$version"
  is_whole
}

# The same files under a higher version, as the next release would be.
upgrade ()
{
  dpkg-deb -R "$deb" "$work/tree"
  sed -i "s/^Version: .*/Version: $version+next/" "$work/tree/DEBIAN/control"
  dpkg-deb --root-owner-group -b "$work/tree" "$work/next.deb"
  apt install "$work/next.deb"
  is_installed "$version+next"
  is_whole
}

purge ()
{
  apt purge pellucid
  [ -z "$(dpkg-query -W pellucid 2> /dev/null)" ]
  list_files > "$work/after"
  diff "$work/before" "$work/after"
}

echo 1..13
try prepare prepare
try install install_alone
try whole is_whole
try desktop-entry validate_desktop_entry
try man-pages find_man_pages
try translations find_translations
try activation use activation
try window use window
try doctor use doctor
try mcp use mcp
try reinstall reinstall
try upgrade upgrade
try purge purge
exit "$status"
