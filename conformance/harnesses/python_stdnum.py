"""Answers the cases with python-stdnum (Debian: python3-stdnum)."""
import stdnum
from serve import serve
from stdnum.mx import curp

serve("python-stdnum", stdnum.__version__, {"validar": lambda data: {"valido": curp.is_valid(data["curp"])}})
