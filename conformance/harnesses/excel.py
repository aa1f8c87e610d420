"""Answers the cases with `curp.bas` in the cells of a sheet of LibreOffice (Debian: libreoffice-calc, python3-uno), without a window."""
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

MODULE = Path(__file__).parents[2] / "packages/core/dist/curp.bas"
PERSON = ("nombres", "apellido_paterno", "apellido_materno", "fecha_nacimiento", "sexo", "entidad")
UNKNOWN = "no conocen ese carácter"
NOT_AVAILABLE = "Error 2042"  # how LibreOffice shows the #N/A of VBA


def start(folder):
    """Starts LibreOffice with a profile of its own, and returns the process and an empty sheet that has the functions."""
    address = f"pipe,name={Path(folder).name};urp;"
    process = subprocess.Popen(
        ["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{folder}", f"--accept={address}"],
        stdout=sys.stderr,
    )
    resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    while True:
        try:
            context = resolver.resolve(f"uno:{address}StarOffice.ComponentContext")
            break
        except NoConnectException:
            if process.poll() is not None:
                raise
            time.sleep(0.2)
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    options = (PropertyValue("Hidden", 0, True, 0), PropertyValue("MacroExecutionMode", 0, 4, 0))
    document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, options)
    source = MODULE.read_text(encoding="ascii").partition("\n")[2]
    libraries = document.BasicLibraries
    if not libraries.hasByName("Standard"):
        libraries.createLibrary("Standard")
    libraries.getByName("Standard").insertByName("CURP_Norma", f"Option VBASupport 1\n{source}")
    return process, desktop, document.Sheets.getByIndex(0)


def main():
    with tempfile.TemporaryDirectory(prefix="curp-excel-") as folder:
        process, desktop, sheet = start(folder)
        row = sheet.getCellRangeByName("A1:G1")
        formulas = {"H1": "=CURP(B1;C1;D1;E1;F1;G1)", "I1": "=CURP_MOTIVO(B1;C1;D1;E1;F1;G1)", "J1": "=CURP_VALIDA(A1)"}
        formulas["K1"] = "=CURP_COTEJA(A1;B1;C1;D1;E1;F1;G1)"

        def value(name):
            cell = sheet.getCellRangeByName(name)
            cell.Formula = formulas[name]
            return cell.Value == 1 if name == "J1" else None if cell.String == NOT_AVAILABLE else cell.String

        def answer(op, entrada):
            row.setDataArray((tuple(entrada.get(name, "") for name in ("curp", *PERSON)),))
            if op == "validar":
                return {"salida": {"valido": value("J1")}}
            if not entrada["apellido_paterno"].strip():
                return {"omitida": "CURP requires a first surname"}
            reason = value("I1")
            if UNKNOWN in reason:
                return {"omitida": reason}
            if op == "cotejar":
                return {"salida": {"resultado": value("K1")}}
            key = value("H1")
            if (key is None) != (reason != ""):
                raise AssertionError("a key and a reason, or neither")
            return {"salida": {"error": True} if key is None else {"curp": key}}

        for line in sys.stdin:
            message = json.loads(line)
            if message["op"] == "fin":
                break
            if message["op"] == "inicio":
                version = subprocess.run(["soffice", "--version"], capture_output=True, text=True).stdout.split()[1]
                told = {"nombre": "curp excel", "version_de_implementacion": version, "lenguaje": "VBA"}
                reply = {"version": 1, **told, "ops": ["calcular", "validar", "cotejar"]}
            else:
                reply = {"id": message["id"], **answer(message["op"], message["entrada"])}
            print(json.dumps(reply), flush=True)
        desktop.terminate()
        process.wait(30)


main()
