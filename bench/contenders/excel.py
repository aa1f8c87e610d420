"""One contender of excel.mjs: openpyxl reads every row of a workbook, in the mode for large files, and writes nothing.

  excel.py IN.xlsx
"""
import sys

from openpyxl import load_workbook

rows = 0
for row in load_workbook(sys.argv[1], read_only=True).worksheets[0].iter_rows(values_only=True):
    rows += 1
if rows < 2:
    sys.exit('no rows')
