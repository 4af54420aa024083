# Sourced by the scripts of this folder. They set `name` (kafka, registry), PORT, DATA and `mark`,
# an argument that only the service of this DATA folder has on its command line.

open_port() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# The PID file names a live process of this DATA folder, not one that got its number later.
running() {
  [[ -s $DATA/$name.pid ]] || return 1
  local pid
  pid=$(<"$DATA/$name.pid")
  kill -0 "$pid" 2>/dev/null &&
    tr '\0' '\n' <"/proc/$pid/cmdline" 2>/dev/null | grep -qxF -- "$mark"
}

stop() { # stop SECONDS: asks, waits, then kills
  local pid
  running || return 0
  pid=$(<"$DATA/$name.pid")
  kill "$pid" 2>/dev/null || true
  for ((i = 0; i < $1 * 10; i++)); do
    running || break
    sleep 0.1
  done
  if running; then
    echo "$name: killing $pid" >&2
    kill -9 "$pid" 2>/dev/null || true
  fi
  rm -f "$DATA/$name.pid"
  echo "$name: stopped $pid"
}

# maven POM GOAL OPTION…: runs the goal once for each content of the POM, prints the folder filled.
# It is filled beside and renamed, so that a broken download is never used.
maven() {
  local pom=$1 goal=$2 home tmp try
  shift 2
  home=$CACHE/$name-$(sha256sum <"$pom" | cut -c1-16)
  exec 8>"$CACHE/.lock"
  flock 8
  if [[ ! -d $home ]]; then
    tmp=$(mktemp -d "$home.XXXXXX")
    for try in 1 2 3; do
      mvn -q -B -f "$pom" "dependency:$goal" -DincludeScope=runtime -DoutputDirectory="$tmp" "$@" \
        </dev/null >"$DATA/mvn.log" 2>&1 8>&- 9>&- && break
      if ((try == 3)); then
        echo "$name: mvn failed:" >&2
        tail -20 "$DATA/mvn.log" >&2
        rm -rf "$tmp"
        return 1
      fi
      sleep 5
    done
    chmod 755 "$tmp"
    mv -T "$tmp" "$home"
  fi
  exec 8>&-
  echo "$home"
}

# await SECONDS LOG READY…: until the command READY holds; fails if the service dies before.
await() {
  local seconds=$1 log=$2
  shift 2
  for ((i = 0; i < seconds * 10; i++)); do
    if ! running; then
      echo "$name: it died:" >&2
      tail -30 "$log" >&2
      rm -f "$DATA/$name.pid"
      return 1
    fi
    "$@" && return 0
    sleep 0.1
  done
  echo "$name: not ready after $seconds s:" >&2
  tail -30 "$log" >&2
  stop 5
  return 1
}
