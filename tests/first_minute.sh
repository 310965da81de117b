#!/bin/sh
# The first minute on a bare machine: whatever is missing, `make run` says what to do in one
# sentence, and the same command given again afterwards works.
#
#     sh tests/first_minute.sh            in folders of their own, with a small lock file
#     sh tests/first_minute.sh chroot     on a fresh Debian (root, debootstrap), `make test` and all
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/first minute.XXXXXX")
mounted=""
tidy() {
  cd /
  if [ -n "$mounted" ]; then umount "$mounted"; fi
  rm -rf "$work"
}
trap tidy EXIT
python=$(command -v "${PYTHON:-$here/.venv/bin/python}")
unset PYTHON # which `make` would take from here, whatever a case says

# A checkout with a space in its name, which needs setuptools alone.
checkout() {
  rm -rf "${mounted:-$work/a checkout}"/* "${mounted:-$work/a checkout}"/.[a-z]* 2>/dev/null || true
  cd "${mounted:-$work}"
  mkdir -p "a checkout" && cd "a checkout"
  cp -R "$here/.ci" "$here/Makefile" "$here/README.md" "$here/LICENSE" "$here/pyproject.toml" .
  mkdir -p bot renderers
  echo 'def main(): print("opened")' >bot/__main__.py
  sed -n '/^setuptools==/,/[^\\]$/p' "$here/requirements.lock" >requirements.lock
}

# Pythons of a machine: a folder with these names, each with a module put before the library's.
machine() {
  rm -rf "$work/bin" "$work/$2"
  mkdir -p "$work/bin" "$work/$2"
  printf '#!/bin/sh\nPYTHONPATH="%s" exec "%s" "$@"\n' "$work/$2" "$python" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
  for name in sh make touch rm grep tail mktemp dirname cat; do
    ln -s "$(command -v "$name")" "$work/bin/$name"
  done
}

says() {
  told=$("$@" 2>&1) && fail "it should have stopped: $told"
  echo "$told" | grep -q "$wanted" || fail "not the sentence \"$wanted\": $told"
  count=$(echo "$told" | grep -vc "^make\|^Installing") || true
  [ "$count" = 1 ] || fail "more than one sentence: $told"
}

works() {
  told=$("$@" 2>&1) || fail "the same command again: $told"
  echo "$told" | grep -q "^opened$" || fail "nothing was opened: $told"
}

fail() {
  echo "first minute: $case: $*" >&2
  exit 1
}

folders() {
  case="a folder with a space"
  checkout
  works make run PYTHON="$python"

  case="no module venv"
  checkout
  machine python3 lacking
  echo 'raise ImportError' >"$work/lacking/ensurepip.py"
  wanted="apt-get install python3-venv"
  says env PATH="$work/bin" make run
  rm "$work/lacking/ensurepip.py"
  works env PATH="$work/bin" make run

  case="an older Python"
  checkout
  machine python3 older
  echo 'import sys; sys.version_info = (3, 10, 12)' >"$work/older/sitecustomize.py"
  wanted="needs Python 3.11 or newer"
  says env PATH="$work/bin" make run

  case="an older Python beside a newer one"
  mkdir "$work/newer"
  printf '#!/bin/sh\nexec "%s" "$@"\n' "$python" >"$work/bin/python3.12"
  chmod +x "$work/bin/python3.12"
  works env PATH="$work/bin" make run

  case="no network"
  checkout
  wanted="package index could not be reached"
  says env PIP_INDEX_URL=http://127.0.0.1:9/ PIP_RETRIES=0 PIP_NO_CACHE_DIR=1 make run PYTHON="$python"
  works make run PYTHON="$python"

  case="an interrupted installation"
  checkout
  mkdir -p .venv/bin
  touch .venv/pyvenv.cfg
  ln -s /nowhere/python3 .venv/bin/python
  works make run PYTHON="$python"
  rm -rf .venv/lib/python*/site-packages/pip .venv/.run
  works make run PYTHON="$python"

  case="a full disk"
  mkdir "$work/disk"
  if mount -t tmpfs -o size=4m tmpfs "$work/disk" 2>/dev/null; then
    mounted="$work/disk"
    checkout
    wanted="The disk is full"
    says make run PYTHON="$python"
    mount -o remount,size=200m "$work/disk"
    works make run PYTHON="$python"
    cd "$work"
    umount "$mounted"
    mounted=""
  else
    echo "first minute: $case: not tried, since nothing can be mounted here"
  fi
}

# A fresh Debian, as root in /root: no Chromium, no PostgreSQL, not even python3-venv at first.
fresh_debian() {
  root=${CHROOT:-$work/debian}
  if [ ! -d "$root/etc" ]; then
    debootstrap --variant=minbase --include=python3,git,make,ca-certificates bookworm "$root" >/dev/null
  fi
  # pip and apt there ask whom they ask here, and trust whom they trust here.
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" 2>/dev/null || true
  cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
  cp -R /etc/apt/. "$root/etc/apt/" 2>/dev/null || true
  if [ -f /etc/pip.conf ]; then cp /etc/pip.conf "$root/etc/"; fi
  rm -rf "$root/root/referee"
  git clone -q "$here" "$root/root/referee"
  mkdir -p "$root/proc" && mount -t proc proc "$root/proc" 2>/dev/null || true
  trap 'umount "$root/proc" 2>/dev/null || true; tidy' EXIT
  in_there() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
  case="a fresh Debian without python3-venv"
  wanted="apt-get install python3-venv"
  says in_there make -C /root/referee run
  in_there sh -c 'apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null'
  in_there make -C /root/referee .venv/.run
  in_there /root/referee/.venv/bin/referee games >/dev/null
  echo "first minute: a fresh Debian runs the referee; now its tests"
  in_there sh -c 'cd /root/referee && while :; do :; done & cd /root/referee && make test; s=$?; kill $!; exit $s'
}

case "${1:-}" in
  chroot) fresh_debian ;;
  *) folders ;;
esac
echo "first minute: every case says what to do, and works once that is done"
