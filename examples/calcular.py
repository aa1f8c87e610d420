"""The key of a person, with Python and nothing else:

  python3 calcular.py nombres="María de los Ángeles" apellido_paterno="de la Cruz" apellido_materno="O'Hara" \\
    anio_nacimiento=1990 mes_nacimiento=05 dia_nacimiento=17 sexo=M entidad=09

Exit code 0: the key is printed; 1: all that is wrong is; 2: there is no answer.
A calculated key is the output of an algorithm: it proves no registration.
"""

import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

url = os.environ.get("CURP_URL", "http://127.0.0.1:3000")
token = os.environ.get("CURP_TOKEN", "pruebas")
datos = dict(dato.split("=", 1) for dato in sys.argv[1:])


def pedir(intentos):
    peticion = Request(f"{url}/curp/calcular_curp", urlencode(datos).encode(), {"Authorization": f"Bearer {token}"})
    try:
        with urlopen(peticion) as respuesta:
            return json.load(respuesta)
    except HTTPError as respuesta:
        espera = respuesta.headers["Retry-After"]  # where it is busy, it says when to come back
        if espera is None or intentos == 1:
            return json.load(respuesta)
    time.sleep(int(espera))
    return pedir(intentos - 1)


try:
    sobre = pedir(4)
except (OSError, ValueError) as error:
    print(f"{url}: {error}", file=sys.stderr)
    sys.exit(2)
if sobre["error"]:
    for problema in sobre["response"].get("errores", [sobre]):
        print(f"{problema['code_error']}: {problema['error_message']}", file=sys.stderr)
    sys.exit(1)
print(sobre["response"]["curp"])
