#!/bin/sh
# Starts Docket on this machine. Its settings are environment variables.
#
#     sh self-host/start.sh
#
# Arguments are passed to `workerd serve`.
#
# DOCKET_DATA    the folder with all data, by its path from / or from the current folder. One workerd at a time may use it.
# DOCKET_LISTEN  the address for the proxy in front
# DOCKET_PROXY   addresses of that proxy, separated by commas, if it is not on this machine
# WORKERD        the program, in the version that the README names
set -eu
data=${DOCKET_DATA:-/var/lib/docket}
listen=${DOCKET_LISTEN:-127.0.0.1:8787}
# In the folder of the package, the next release would not find it.
case $data in /*) ;; *) data=$PWD/$data ;; esac
cd "$(dirname "$0")/.."
# The Worker does not see these: a misspelled DOCKET_ROLES would leave the default, with which everybody is an admin.
for name in $(env | sed -n 's/^\(DOCKET_[A-Z0-9_]*\)=.*/\1/p'); do
    case $name in DOCKET_DATA | DOCKET_LISTEN) continue ;; esac
    grep -q "\"$name\"" self-host/workerd.capnp || echo "$name is not a setting of this release, and has no line in workerd.capnp" >&2
done
# The data has prompts and figures, which only Docket has to read.
umask 077
mkdir -p "$data"
# Two that write the same data would undo each other's work.
if command -v flock >/dev/null; then
    exec 9>"$data/lock"
    flock --nonblock 9 || { echo "Docket already runs with the data in $data" >&2; exit 1; }
fi
exec "${WORKERD:-workerd}" serve self-host/workerd.capnp --directory-path "data=$data" --socket-addr "http=$listen" "$@"
