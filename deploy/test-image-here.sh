#!/usr/bin/env bash
# Runs deploy/test-image.sh on a Debian without Docker and without a registry of images, as root:
#   apt-get install debootstrap podman crun netavark aardvark-dns, docker-compose 2.24 or newer (Debian 13 has one)
#   deploy/test-image-here.sh docker-compose
# podman runs the containers. Images of Debian's packages stand in for those that the files here ask for, under their names:
# Node from npm, Debian's PostgreSQL in place of 18, and Debian's Caddy. Everything is in one folder, which it removes.
set -euo pipefail
compose=$(realpath "${1:?the path of docker-compose 2.24 or newer}")
cd "$(dirname "$0")/.."
for program in debootstrap podman crun npm curl; do
  command -v $program >/dev/null || { echo "$program is missing: this file's head says what to install." >&2; exit 1; }
done

# a namespace with mounts of its own, in which crun does not see that this machine has both kinds of control groups
if [[ -z ${IN_NAMESPACE-} ]]; then
  IN_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$compose"
fi
! mountpoint -q /sys/fs/cgroup/unified || umount /sys/fs/cgroup/unified
# netavark's state, which has no setting
mkdir --parents /run/containers
mount -t tmpfs tmpfs /run/containers

folder=$(mktemp --directory "${TMPDIR:-/var/tmp}/trip-log-image.XXXXXX")
started=()
forwards=$(sysctl --values net.ipv4.ip_forward)
rules=$(iptables-save | grep --count NETAVARK || true)
finish() {
  ((${#started[@]} == 0)) || kill "${started[@]}" 2>/dev/null || true
  wait || true
  podman system reset --force >/dev/null 2>&1 || true
  # what podman leaves: of each exec a process for a while, rules of its networks, and the machine as a router
  pkill --full "conmon .* $folder/" || true
  ((rules > 0)) || { iptables-save | grep --invert-match NETAVARK | iptables-restore; }
  sysctl --quiet --write "net.ipv4.ip_forward=$forwards"
  umount --recursive "$folder"/* 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT

cat >"$folder/storage.conf" <<END
[storage]
driver = "overlay"
graphroot = "$folder/storage"
runroot = "$folder/run"
END
cat >"$folder/containers.conf" <<END
[containers]
cgroups = "disabled"
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[network]
network_config_dir = "$folder/networks"
[engine]
runtime = "crun"
tmp_dir = "$folder/libpod"
lock_type = "file"
END
export CONTAINERS_STORAGE_CONF="$folder/storage.conf" CONTAINERS_CONF="$folder/containers.conf" BUILDAH_ISOLATION=chroot

# one Debian, then a layer for each name; node's has npm as this machine uses it
debootstrap --variant=minbase bookworm "$folder/debian" http://deb.debian.org/debian >"$folder/log" 2>&1 ||
  { tail "$folder/log"; exit 1; }
tar --directory "$folder/debian" --create . | podman import --quiet - debian >/dev/null
mkdir "$folder/context"
npm install --prefix "$folder/context" --no-audit --no-fund node@24 >/dev/null
cp "$folder/context/node_modules/node/bin/node" "$folder/context/node"
cp --recursive "$(npm root --global)/npm" "$folder/context/npm"
cp /etc/ssl/certs/ca-certificates.crt "$folder/context"
cp deploy/stand-in-postgres.sh "$folder/context/postgres.sh"
stand_in() {
  { echo "FROM localhost/debian"; cat; } >"$folder/context/Dockerfile"
  podman build --quiet --network host --tag "docker.io/library/$1" "$folder/context" >/dev/null
}
stand_in node:24-bookworm-slim <<'END'
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY ca-certificates.crt /etc/ssl/certs/
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node
ENV NPM_CONFIG_CAFILE=/etc/ssl/certs/ca-certificates.crt
END
stand_in postgres:18-bookworm <<'END'
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql >/dev/null
COPY postgres.sh /usr/local/bin/
ENTRYPOINT ["postgres.sh"]
STOPSIGNAL SIGINT
END
stand_in caddy:2 <<'END'
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy >/dev/null
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]
END

podman system service --time 0 "unix://$folder/socket" >"$folder/service.log" 2>&1 &
started+=($!)
# podman leaves the healthchecks to systemd; the trap lets the last podman end before its folder goes
(trap exit TERM; while sleep 2; do podman ps --quiet | xargs --no-run-if-empty --max-args 1 podman healthcheck run >/dev/null 2>&1 || true; done) &
started+=($!)

export DOCKER_HOST="unix://$folder/socket" DOCKER_BUILDKIT=0
deploy/test-image.sh podman "$compose"
