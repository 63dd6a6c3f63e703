#!/usr/bin/env bash
# Installs Cliffhanger as a service of systemd, or brings an installed one up to date. Run it from a checkout, as root:
#
#   sudo deploy/install.sh              install, or update after `git pull`; tables and settings stay
#   sudo deploy/install.sh --remove     take away the program and its units; tables and settings stay
#   deploy/install.sh --into DIR        lay the same files out below DIR, to look at; needs no root and starts nothing
#
# Wanted: systemd, make, and Python 3.11 or newer with its venv module (PYTHON=/usr/bin/python3.12 names one).
# INSTALL_ROOT=DIR takes DIR for the root of the system, as the tests do.
set -euo pipefail
umask 022

say() { printf '%s\n' "$*"; }
fail() { printf 'Stopped: %s\n' "$*" >&2; exit 1; }

into="" remove=""
while [ $# -gt 0 ]; do
  case "$1" in
    --into) [ -n "${2:-}" ] || fail "--into wants a folder."; into="$(realpath -m "$2")"; shift 2 ;;
    --remove) remove=yes; shift ;;
    -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "there is no option $1; deploy/install.sh --help lists them." ;;
  esac
done
[ -n "$into" ] || [ "$(id -u)" -eq 0 ] || fail "it lays files in /opt and /etc. Run it with sudo, or look first: --into DIR."
[ -n "$into" ] || command -v systemctl >/dev/null || fail "there is no systemd here. docs/hosting.md tells of other ways."
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root="${into:-${INSTALL_ROOT:-}}"
home="$root/opt/cliffhanger" settings="$root/etc/cliffhanger" units="$root/etc/systemd/system"
tables="${INSTALL_ROOT:-}/var/lib/cliffhanger"
as_service() { runuser -u cliffhanger -- "$@"; }

if [ -n "$remove" ]; then
  [ -n "$into" ] || systemctl disable --now cliffhanger.service cliffhanger-backup.timer 2>/dev/null || true
  rm -rf "$home" "$units"/cliffhanger.service "$units"/cliffhanger-backup.service "$units"/cliffhanger-backup.timer
  [ -n "$into" ] || systemctl daemon-reload
  say "The program is gone. Left as they were: $tables (the tables), $settings (the settings), the user cliffhanger."
  exit 0
fi

# The program goes into a folder of its own for each install, so that one that does not start can be left again.
PYTHON="${PYTHON:-$(make --silent --no-print-directory which-python)}"
uv="$(make --silent --no-print-directory PYTHON="$PYTHON" uv | tail -n 1)"
release="$home/releases/$(date -u +%Y%m%d-%H%M%S)"
[ ! -e "$release" ] || fail "$release is there already; try again in a second."
mkdir -p "$home/releases" "$settings" "$units"
trap 'rm -rf "$release"' EXIT
say "Installing into $release"
"$uv" venv --quiet --relocatable --no-project --python "$PYTHON" "$release"
fetch() { "$uv" pip install --quiet --python "$release/bin/python" ".[postgresql,metrics]"; }
fetch || UV_SYSTEM_CERTS=1 fetch # a network with a certificate of its own is known to this machine, not to uv
"$release/bin/python" -m compileall -q "$release/lib" >/dev/null || true # the service may not write there
version="$("$release/bin/cliffhanger" --version)"

[ -e "$settings/cliffhanger.env" ] || install -m 0640 deploy/cliffhanger.env "$settings/cliffhanger.env"
was="$(mktemp -d)" # the units of before, which go with the program of before
trap 'rm -rf "$release" "$was"' EXIT
for unit in cliffhanger.service cliffhanger-backup.service cliffhanger-backup.timer; do
  [ ! -e "$units/$unit" ] || cp -p "$units/$unit" "$was/$unit"
  install -m 0644 "deploy/$unit" "$units/$unit"
done
before="$(readlink "$home/current" || true)" copy=""
point() { ln -sfn "$1" "$home/current.new" && mv -T "$home/current.new" "$home/current"; }
starts() { systemctl restart cliffhanger.service; } # it waits until the server says that people may come

# Copies the tables while nobody plays, so that the copy is all there is if it has to be brought back.
copies() {
  copy="$tables/tables-$(date -u +%Y%m%d-%H%M%S).db"
  systemctl stop cliffhanger.service
  as_service "$home/current/bin/cliffhanger" backup "$copy" --data "$tables" && return
  systemctl start cliffhanger.service || fail "the tables could not be copied, and the server does not start any more."
  fail "the tables could not be copied. Nothing was changed, and the server runs again."
}

# Puts the copy back, by whichever of the two programs can: what the new one made of the tables is put aside.
brings_back() {
  local program
  systemctl stop cliffhanger.service || true
  for program in "$release" "$home/current"; do
    as_service "$program/bin/cliffhanger" restore "$copy" --data "$tables" && return
  done
  return 1
}

# After the new one has not started: the one before, with its tables as it knows them. Ends with a sentence that is so.
goes_back() {
  local said="$version did not start: journalctl -u cliffhanger says why."
  systemctl stop cliffhanger.service || true # else systemd would try it again and again
  if [ -z "$before" ]; then
    systemctl disable --quiet --now cliffhanger.service cliffhanger-backup.timer || true
    rm -rf "$release" "$home/current"
    fail "$said"
  fi
  point "$before"
  cp -a "$was/." "$units/"
  systemctl daemon-reload
  if starts; then
    said="$said The one before runs again, and the tables are as they were."
  elif [ -n "$copy" ] && brings_back && starts; then
    said="$said The one before runs again, with the tables of $copy; what the new one made of them is put aside beside it."
  elif [ -n "$copy" ]; then
    said="$said The one before does not start either, so nothing runs. The tables as they were are in $copy."
  elif grep -qs '^CLIFFHANGER_STORE=' "$settings/cliffhanger.env"; then
    said="$said The one before does not start either, so nothing runs. Where its log says that the database was written by a"
    said="$said newer Cliffhanger, bring back what pg_dump has written, or mend what kept the new one from starting."
  else
    said="$said The one before does not start either, so nothing runs."
  fi
  rm -rf "$release"
  fail "$said"
}

if [ -z "$into" ]; then
  id cliffhanger >/dev/null 2>&1 ||
    useradd --system --home-dir "$tables" --no-create-home --shell /usr/sbin/nologin cliffhanger
  chgrp cliffhanger "$settings/cliffhanger.env" # it may hold the password of a database
  as_service "$release/bin/python" -c "" 2>/dev/null ||
    fail "the service's user may not run $PYTHON. Name one for everybody: PYTHON=/usr/bin/python3 deploy/install.sh."
  if [ -n "$before" ] && grep -qs '^CLIFFHANGER_STORE=' "$settings/cliffhanger.env"; then
    say "The tables are in a database, which is not copied here: pg_dump does that."
  elif [ -n "$before" ] && [ -e "$tables/tables.db" ]; then
    copies
  fi
fi
point "releases/${release##*/}"
trap 'rm -rf "$was"' EXIT
if [ -z "$into" ]; then
  systemctl daemon-reload
  if ! { systemctl enable --quiet --now cliffhanger-backup.timer && systemctl enable --quiet cliffhanger.service && starts; }; then
    goes_back
  fi
fi
find "$home/releases" -mindepth 1 -maxdepth 1 -type d | sort | head -n -3 | xargs -r rm -rf -- # the newest three stay

say "$version is installed."
say "Settings: $settings/cliffhanger.env   Tables: $tables   Copies: every morning, beside the tables"
[ -n "$into" ] || say "It runs: systemctl status cliffhanger, journalctl -u cliffhanger, http://127.0.0.1:9100/keeper"
