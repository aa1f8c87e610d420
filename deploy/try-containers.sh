#!/bin/sh
# Builds the image with buildah and tries it with podman, without a registry: the base image has this machine's Node, npm and busybox.
#   deploy/try-containers.sh          builds curp-service and tries it; needs the network for `npm ci`
#   deploy/try-containers.sh IMAGE    tries an existing image
# Needs root and, on Debian: apt install buildah podman runc busybox-static
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/node_modules/.bin:$PATH"
port=${PORT:-18080}
folder=$(mktemp -d)
name=curp-service-try

podman() { command podman --runtime=runc --log-level=fatal "$@"; }
say() { printf '\n%s\n' "$*"; }
fail() {
  say "FAILED: $*"
  podman logs "$name" 2>&1 | tail -5
  exit 1
}
clean() {
  podman rm --force --ignore "$name" > /dev/null
  podman volume rm --force "$name" > /dev/null
  rm -rf "$folder"
}
trap clean EXIT

make_base() {
  root=$folder/root
  mkdir -p "$root/bin" "$root/usr/bin" "$root/usr/lib/node_modules" "$root/etc" "$root/tmp"
  chmod 1777 "$root/tmp"
  cp -L "$(command -v node)" "$(command -v busybox)" "$root/bin/"
  for command in $(busybox --list); do ln -s busybox "$root/bin/$command" 2> /dev/null || true; done
  ln -s /bin/env "$root/usr/bin/env"
  ldd "$root/bin/node" node_modules/@rolldown/binding-linux-*/*.node | grep -o '/lib[^ ]*' | sort -u | while read -r library; do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done
  cp -R "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$root/usr/lib/node_modules/npm"
  for command in npm npx; do ln -s "../usr/lib/node_modules/npm/bin/$command-cli.js" "$root/bin/$command"; done
  cp -L "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$root/etc/ca.pem"
  printf 'root:x:0:0::/:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n' > "$root/etc/passwd"
  printf 'root:x:0:\nnode:x:1000:\n' > "$root/etc/group"
  container=$(buildah from scratch)
  buildah copy --quiet "$container" "$root" / > /dev/null
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ca.pem --env PATH=/bin "$container"
  buildah commit --quiet --rm "$container" "$1" > /dev/null
}

size() { podman image inspect --format '{{.Size}}' "$1"; }

image=${1:-}
if [ -z "$image" ]; then
  image=localhost/curp-service
  base=docker.io/library/node:24-slim # as the Dockerfile names it
  say "Making the base of $(node --version) and npm $(npm --version)"
  make_base "$base"
  say 'Building the image'
  # Only the format of Docker keeps the health check.
  buildah build --format=docker --isolation=chroot --pull-never --network=host --quiet --tag "$image" . > /dev/null
  echo "$((($(size "$image") - $(size "$base")) / 1000000)) MB beyond the base"
fi

start() {
  podman run --detach --name "$name" --network=host --read-only --volume /tmp --cap-drop=all --security-opt=no-new-privileges \
    --ulimit=nofile=4096:4096 --ulimit=nproc=4096:4096 \
    --env PORT="$port" --env HOST=127.0.0.1 --volume "$name:/app/data" "$image" > /dev/null
  for _ in $(seq 300); do
    podman healthcheck run "$name" > /dev/null 2>&1 && return
    sleep 0.2
  done
  fail 'the container does not get healthy'
}
ask() { curl --silent --show-error --fail --max-time 60 "http://127.0.0.1:$port$1"; }

say 'Starting it with a read-only root, without rights, with SQLite in a volume'
start
[ "$(podman exec "$name" id -u)" = 1000 ] || fail 'it does not run as node'
podman exec "$name" touch /app/x 2> /dev/null && fail 'the root can be written'
ask '/curp/validar?token=pruebas&curp=OETR900517MDFLNN05' | grep -q '"valido":true' || fail 'a key is not validated'
ask / | grep -q pagina.js || fail 'the page is missing'
token=$(podman exec "$name" node packages/cli/bin/curp.js proyectos crear Prueba --json | grep -o 'curp_[0-9A-Za-z]*')

say 'Sending a file of 60 MB'
{
  echo nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad
  yes Renata,Olvera,Tinajero,1990-05-17,M,09 | head -n 1500000
} > "$folder/people.csv"
keys=$(curl --silent --header 'Content-Type: text/csv' --data-binary "@$folder/people.csv" \
  "http://127.0.0.1:$port/curp/lote?token=pruebas&sexo=hm" | grep -c OETR900517MDFLNN05) || true
[ "$keys" = 1500000 ] || fail "$keys of 1500000 rows came back"
pid=$(podman inspect --format '{{.State.Pid}}' "$name")
echo "$(($(sed -n 's/VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$pid/status") / 1024)) MiB at peak"

say 'Replacing it by another container on the same volume'
podman stop --time 15 "$name" > /dev/null
[ "$(podman inspect --format '{{.State.ExitCode}}' "$name")" = 0 ] || fail 'it did not stop in order'
podman rm "$name" > /dev/null
start
ask "/curp/entidades?token=$token" > /dev/null || fail 'the project is lost'

say 'All is well.'
