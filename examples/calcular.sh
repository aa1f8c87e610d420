#!/bin/sh
# Asks the service for the CURP of a person, with curl:
#
#   sh calcular.sh nombres="María de los Ángeles" apellido_paterno="de la Cruz" apellido_materno="O'Hara" \
#     anio_nacimiento=1990 mes_nacimiento=05 dia_nacimiento=17 sexo=M entidad=09
#
# Exit code 0: prints the key. 1: prints every problem with the data. 2: the service did not answer.
# A calculated key is the output of an algorithm: it proves no registration.
set -u

for pair; do
  set -- "$@" --data-urlencode "$pair"
  shift
done
envelope=$(mktemp)
trap 'rm -f "$envelope"' EXIT

# The token goes through a pipe, because other users can see the arguments of a process.
# With --retry, curl waits as long as Retry-After says if there were too many requests (429).
printf 'Authorization: Bearer %s' "${CURP_TOKEN:-pruebas}" |
  curl -sS --retry 3 -o "$envelope" -H @- "$@" "${CURP_URL:-http://127.0.0.1:3000}/curp/calcular_curp" || exit 2

if grep -q '^{"error":false,' "$envelope"; then
  grep -o '"curp":"[^"]*"' "$envelope" | cut -d '"' -f 4
  exit
fi
message='"error_message":"(\\.|[^"\\])*"'
{
  # Prints every problem with a parameter or, if there is none, the message of the envelope.
  grep -oE "\"code_error\":[0-9]+,\"parametro\":\"[^\"]*\",$message" "$envelope" ||
    grep -oE "\"code_error\":[0-9]+,$message" "$envelope" || cat "$envelope"
} | sed -E 's/^"code_error":([0-9]+),.*"error_message":"(.*)"$/\1: \2/' >&2
exit 1
