"""Asks the service for the CURP of a person, with Python alone:

  python3 calcular.py nombres="María de los Ángeles" apellido_paterno="de la Cruz" apellido_materno="O'Hara" \\
    anio_nacimiento=1990 mes_nacimiento=05 dia_nacimiento=17 sexo=M entidad=09

Exit code 0: prints the key. 1: prints every problem with the data. 2: the service did not answer.
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
data = dict(pair.split("=", 1) for pair in sys.argv[1:])


def ask(attempts):
    request = Request(f"{url}/curp/calcular_curp", urlencode(data).encode(), {"Authorization": f"Bearer {token}"})
    try:
        with urlopen(request) as response:
            return json.load(response)
    except HTTPError as response:
        wait = response.headers["Retry-After"]  # a busy service says when to try again
        if wait is None or attempts == 1:
            return json.load(response)
    time.sleep(int(wait))
    return ask(attempts - 1)


try:
    envelope = ask(4)
except (OSError, ValueError) as error:
    print(f"{url}: {error}", file=sys.stderr)
    sys.exit(2)
if envelope["error"]:
    for problem in envelope["response"].get("errores", [envelope]):
        print(f"{problem['code_error']}: {problem['error_message']}", file=sys.stderr)
    sys.exit(1)
print(envelope["response"]["curp"])
