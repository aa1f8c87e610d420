#!/bin/sh
# Installs, starts, upgrades, breaks and removes the Debian package of `npm run release` under a real systemd, in a container.
#   deploy/try-systemd.sh PACKAGE.deb [ROOT]    ROOT is a Debian with systemd-sysv and curl; without it, debootstrap makes one
# Needs root and, on Debian: apt install podman runc debootstrap
set -eu
package=$1
folder=$(mktemp -d)
root=${2:-$folder/root}
name=curp-systemd-try

podman() { command podman --runtime=runc --log-level=fatal "$@"; }
inside() { podman exec "$name" sh -c "$1"; }
fail() {
  echo "FAILED: $*"
  inside 'systemctl status --no-pager curp-service; journalctl --unit curp-service --no-pager --lines 5'
  exit 1
}
clean() {
  podman rm --force --ignore "$name" > /dev/null
  rm -rf "$folder"
}
trap clean EXIT
state() { inside "systemctl show --property $1 --value curp-service"; }
becomes() {
  for _ in $(seq 100); do
    [ "$(state ActiveState)" = "$1" ] && return
    sleep 0.2
  done
  fail "$2: it is not $1"
}
answers() {
  becomes active "$1"
  inside "curl --silent --retry 20 --retry-connrefused http://127.0.0.1:18395/readyz" | grep -q ok || fail "$1: it is not ready"
}

[ -d "$root" ] || debootstrap --variant=minbase --include=systemd-sysv,dbus,curl bookworm "$root" http://deb.debian.org/debian > /dev/null
cp "$package" "$root/root/curp.deb"
podman run --detach --name "$name" --systemd=always --ulimit=nofile=4096:4096 --ulimit=nproc=4096:4096 --cap-add=SYS_ADMIN,SYS_PTRACE \
  --security-opt=seccomp=unconfined --security-opt=apparmor=unconfined --network=host --rootfs "$root" /sbin/init > /dev/null
for _ in $(seq 100); do inside 'systemctl is-system-running' 2> /dev/null | grep -q running && break || sleep 0.2; done
inside 'systemctl --version' | head -1

inside 'dpkg --install /root/curp.deb > /dev/null 2>&1; printf "PORT=18395\nADMIN_PORT=18396\n" >> /etc/curp-service.env; systemctl restart curp-service'
answers 'after the installation'
[ "$(state DynamicUser)" = yes ] || fail 'it has no user of its own'
inside 'curp proyectos crear Prueba' > /dev/null

inside 'cd /root; rm -rf next; dpkg-deb -R curp.deb next && sed -i "s/^Version: .*/&+next/" next/DEBIAN/control && dpkg-deb -Znone -b next next.deb > /dev/null'
before=$(state MainPID)
inside 'dpkg --install /root/next.deb > /dev/null 2>&1'
answers 'after the upgrade'
[ "$(state MainPID)" != "$before" ] || fail 'the upgrade did not restart it'
inside 'curp proyectos listar 2> /dev/null' | grep -q Prueba || fail 'the upgrade lost a project'

inside 'systemctl kill --signal=KILL curp-service'
sleep 6
answers 'after a kill'
inside 'echo PORT=hola >> /etc/curp-service.env; systemctl restart curp-service'
becomes failed 'after a wrong setting'
[ "$(state ExecMainStatus) $(state NRestarts)" = '78 0' ] || fail 'a wrong setting does not stop it for good'

inside 'dpkg --purge curp-service > /dev/null 2>&1; test ! -e /etc/curp-service.env && test -s /var/lib/curp-service/data/curp.db' || fail 'a purge does not keep the data alone'
inside 'rm -r /var/lib/curp-service /var/lib/private/curp-service'
echo 'All is well.'
