#!/usr/bin/env bash
# Installs Cliffhanger as a service of systemd, or brings an installed one up to date. Run it from a checkout, as root:
#
#   sudo deploy/install.sh              install, or update after `git pull`; tables and settings stay
#   sudo deploy/install.sh --remove     take away the program and its units; tables and settings stay
#   deploy/install.sh --into DIR        lay the same files out below DIR, to look at; needs no root and starts nothing
#
# Wanted: systemd, make, and Python 3.11 or newer with its venv module (PYTHON=/usr/bin/python3.12 names one).
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

home="$into/opt/cliffhanger" settings="$into/etc/cliffhanger" units="$into/etc/systemd/system" tables=/var/lib/cliffhanger
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
for unit in cliffhanger.service cliffhanger-backup.service cliffhanger-backup.timer; do
  install -m 0644 "deploy/$unit" "$units/$unit"
done
before="$(readlink "$home/current" || true)"
point() { ln -sfn "$1" "$home/current.new" && mv -T "$home/current.new" "$home/current"; }

if [ -z "$into" ]; then
  id cliffhanger >/dev/null 2>&1 ||
    useradd --system --home-dir "$tables" --no-create-home --shell /usr/sbin/nologin cliffhanger
  chgrp cliffhanger "$settings/cliffhanger.env" # it may hold the password of a database
  as_service "$release/bin/python" -c "" 2>/dev/null ||
    fail "the service's user may not run $PYTHON. Name one for everybody: PYTHON=/usr/bin/python3 deploy/install.sh."
  if [ -n "$before" ] && [ -e "$tables/tables.db" ]; then
    as_service "$home/current/bin/cliffhanger" backup --data "$tables"
  fi
fi
point "releases/${release##*/}"
trap - EXIT
if [ -z "$into" ]; then
  systemctl daemon-reload
  if ! systemctl enable --quiet --now cliffhanger-backup.timer || ! systemctl enable --quiet cliffhanger.service ||
    ! systemctl restart cliffhanger.service; then # it waits until the server says that people may come
    if [ -n "$before" ]; then
      point "$before"
      systemctl restart cliffhanger.service || true
    fi
    rm -rf "$release"
    fail "$version did not start${before:+, and the one before runs again}. journalctl -u cliffhanger says why."
  fi
fi
find "$home/releases" -mindepth 1 -maxdepth 1 -type d | sort | head -n -3 | xargs -r rm -rf -- # the newest three stay

say "$version is installed."
say "Settings: $settings/cliffhanger.env   Tables: $tables   Copies: every morning, beside the tables"
[ -n "$into" ] || say "It runs: systemctl status cliffhanger, journalctl -u cliffhanger, http://127.0.0.1:9100/keeper"
