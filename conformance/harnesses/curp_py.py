"""Answers the cases with `curp.py`, the file that `curp python` prints."""
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "packages/core/dist"))
import curp

PERSON = ("nombres", "apellido_paterno", "apellido_materno", "fecha_nacimiento", "sexo", "entidad")


def answer(op, entrada):
    if op == "validar":
        return {"salida": {"valido": curp.validar(entrada["curp"])}}
    if not entrada["apellido_paterno"].strip():
        return {"omitida": "curp.py requires apellido_paterno"}
    person = [entrada[name] for name in PERSON]
    try:
        if op == "cotejar":
            compared = [function(entrada["curp"], *person) for function in (curp.cotejar, curp.edicion)]
            return {"salida": dict(zip(("resultado", "edicion"), compared))}
        return {"salida": {"curp": curp.calcular(*person)}}
    except ValueError:
        return {"salida": {"error": True}}


for line in sys.stdin:
    message = json.loads(line)
    if message["op"] == "fin":
        break
    if message["op"] == "inicio":
        version = re.search(r"curp-service (\S+)", curp.__doc__)[1]
        told = {"nombre": "curp python", "version_de_implementacion": version, "lenguaje": "Python"}
        reply = {"version": 1, **told, "ops": ["calcular", "validar", "cotejar"]}
    else:
        reply = {"id": message["id"], **answer(message["op"], message["entrada"])}
    print(json.dumps(reply), flush=True)
