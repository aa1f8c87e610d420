#!/bin/sh
# The key of a person, with curl:
#
#   sh calcular.sh nombres="María de los Ángeles" apellido_paterno="de la Cruz" apellido_materno="O'Hara" \
#     anio_nacimiento=1990 mes_nacimiento=05 dia_nacimiento=17 sexo=M entidad=09
#
# Exit code 0: the key is printed; 1: all that is wrong is; 2: there is no answer.
# A calculated key is the output of an algorithm: it proves no registration.
set -u

for dato; do
  set -- "$@" --data-urlencode "$dato"
  shift
done
sobre=$(mktemp)
trap 'rm -f "$sobre"' EXIT

# The token is handed over by a pipe, for the arguments of a process can be seen by others.
# With --retry, curl waits as long as Retry-After says where there are too many requests (429).
printf 'Authorization: Bearer %s' "${CURP_TOKEN:-pruebas}" |
  curl -sS --retry 3 -o "$sobre" -H @- "$@" "${CURP_URL:-http://127.0.0.1:3000}/curp/calcular_curp" || exit 2

if grep -q '^{"error":false,' "$sobre"; then
  grep -o '"curp":"[^"]*"' "$sobre" | cut -d '"' -f 4
  exit
fi
mensaje='"error_message":"(\\.|[^"\\])*"'
{
  # Every problem with a parameter or, where there is none, what the envelope says.
  grep -oE "\"code_error\":[0-9]+,\"parametro\":\"[^\"]*\",$mensaje" "$sobre" ||
    grep -oE "\"code_error\":[0-9]+,$mensaje" "$sobre" || cat "$sobre"
} | sed -E 's/^"code_error":([0-9]+),.*"error_message":"(.*)"$/\1: \2/' >&2
exit 1
