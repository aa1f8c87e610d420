"""Answers the cases with idnumbers. PYTHONPATH names a clone of https://github.com/identique/idnumbers."""
import idnumbers
from idnumbers.nationalid.mex import curp
from serve import commit_of, serve

serve(
    "python idnumbers",
    commit_of(idnumbers),
    {"validar": lambda data: {"valido": curp.CURP.validate(data["curp"])}},
)
