"""Answers the cases with python-stdnum (Debian: python3-stdnum)."""
import json
import sys

import stdnum
from stdnum.mx import curp

for line in sys.stdin:
    message = json.loads(line)
    if message["op"] == "fin":
        break
    if message["op"] == "inicio":
        answer = {
            "version": 1,
            "nombre": "python-stdnum",
            "version_de_implementacion": stdnum.__version__,
            "lenguaje": "Python",
            "ops": ["validar"],
        }
    else:
        answer = {"id": message["id"], "salida": {"valido": curp.is_valid(message["entrada"]["curp"])}}
    print(json.dumps(answer), flush=True)
