"""Makes the workbooks of openpyxl and XlsxWriter in this folder, and those that LibreOffice makes of them. All people are invented."""

import datetime
import subprocess
import sys

import xlsxwriter
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.table import Table

HEADER = ["Folio", "Nombres", "Primer apellido", "Segundo apellido", "Fecha de nacimiento", "Sexo", "Entidad"]
PEOPLE = [
    [1, "José Luis", "Muñoz", "Álvarez", datetime.date(1984, 3, 12), "H", "Nuevo León"],
    [2, "Renata", "Pérez", "O'Farril", datetime.date(2001, 12, 31), "M", "Jalisco"],
    [3, "Íñigo & Cía <x>", "Argüello", None, datetime.date(1975, 1, 1), "H", 9],
    [4, None, "Sin nombre", "López", datetime.date(1990, 2, 29 - 1), "M", "Puebla"],
]


def normal(path):
    """A title in merged cells, a styled header in row 3, a table, a hidden row, an empty row, formulas, a second sheet."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Personas"
    sheet["A1"] = "Relación de personas"
    sheet.merge_cells("A1:G1")
    sheet.append([])
    sheet.append(HEADER)
    for row in PEOPLE:
        sheet.append(row)
    sheet.append([])
    sheet.append([5, "Ana", "Ruiz", "Gil", datetime.date(1999, 9, 9), "M", "=CONCATENATE(\"Oax\",\"aca\")"])
    for cell in sheet[3]:
        cell.font = Font(bold=True, color="FFFFFF")
        cell.fill = PatternFill("solid", fgColor="1F4E79")
    for row in range(4, 10):
        sheet.cell(row, 5).number_format = "dd/mm/yyyy"
    sheet.row_dimensions[5].hidden = True
    sheet.column_dimensions["B"].width = 30
    sheet.freeze_panes = "A4"
    sheet["B4"].comment = Comment("Revisar", "Mesa")
    sheet.add_table(Table(displayName="Personas", ref="A3:G7"))
    other = book.create_sheet("Notas")
    other["A1"] = "No tocar"
    other["A2"] = "=1+1"
    other.sheet_state = "hidden"
    book.save(path)


def mac(path):
    """Days counted from 1904, a filter, the style «Incorrecto» in use."""
    book = Workbook()
    book.epoch = datetime.datetime(1904, 1, 1)
    sheet = book.active
    sheet.append(HEADER)
    for row in PEOPLE:
        sheet.append(row)
    sheet["B5"].style = "Bad"
    sheet.auto_filter.ref = "A1:G5"
    book.save(path)


def write_only(path):
    """Texts in the cells, and no dimension."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Hoja")
    sheet.append(HEADER)
    for row in PEOPLE:
        sheet.append(row)
    book.save(path)


def rich(path, constant_memory):
    """Runs of rich text, a table with a filter, a hidden row, a rule of colours, a list to choose from, a formula with its value."""
    book = xlsxwriter.Workbook(path, {"constant_memory": constant_memory})
    sheet = book.add_worksheet("Personas")
    bold, day = book.add_format({"bold": True}), book.add_format({"num_format": "dd-mmm-yyyy"})
    for row, values in enumerate([HEADER] + PEOPLE):
        for column, value in enumerate(values):
            if isinstance(value, datetime.date):
                sheet.write_datetime(row, column, value, day)
            elif value == "José Luis":
                sheet.write_rich_string(row, column, "José ", bold, "Luis")
            elif value == "Jalisco":
                sheet.write_formula(row, column, '="Jal"&"isco"', None, "Jalisco")
            elif value is not None:
                sheet.write(row, column, value, bold if row == 0 else None)
        if row == 2:
            sheet.set_row(row, None, None, {"hidden": True})
    if not constant_memory:
        sheet.add_table("A1:G5", {"columns": [{"header": name, "header_format": bold} for name in HEADER]})
    sheet.conditional_format("A2:Z5", {"type": "blanks", "format": bold})
    sheet.data_validation("F2:F5", {"validate": "list", "source": ["H", "M", "X"]})
    book.close()


normal("openpyxl.xlsx")
rich("xlsxwriter.xlsx", False)
rich("xlsxwriter-constant-memory.xlsx", True)
mac("openpyxl-1904.xlsx")
write_only("openpyxl-write-only.xlsx")
if "--libreoffice" in sys.argv:
    for name in ("openpyxl", "openpyxl-1904"):
        command = ["soffice", "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", "out", f"{name}.xlsx"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["mv", f"out/{name}.xlsx", f"{name.replace('openpyxl', 'libreoffice')}.xlsx"], check=True)
    subprocess.run(["rmdir", "out"], check=True)
