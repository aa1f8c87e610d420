"""Answers the cases with python-satcfdi. Its argument is a clone of https://github.com/SAT-CFDI/python-satcfdi."""
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from serve import commit_of, serve

# The file is loaded by itself: its package also loads what certificates and invoices need.
spec = spec_from_file_location("curp", Path(sys.argv[1]) / "satcfdi" / "models" / "curp.py")
module = module_from_spec(spec)
spec.loader.exec_module(module)


def validate(data):
    try:
        return {"valido": module.CURP(data["curp"]).is_valid()}
    except ValueError:
        return {"valido": False}


serve("python-satcfdi", commit_of(module), {"validar": validate})
