"""Works on a workbook in LibreOffice as an office does: sorts its rows, finds by their colour those to check, mends one, and saves it."""
import subprocess
import sys
import time
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.table import TableSortField

folder, name, column, value = sys.argv[1:]


def option(key, content):
    return PropertyValue(key, 0, content, 0)


address = f"pipe,name={Path(folder).name};urp;"
process = subprocess.Popen(
    ["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{folder}/profile", f"--accept={address}"]
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
document = desktop.loadComponentFromURL(f"file://{folder}/{name}", "_blank", 0, (option("Hidden", True),))
sheet = document.Sheets.getByIndex(0)
cursor = sheet.createCursor()
cursor.gotoEndOfUsedArea(False)
last_column, last_row = cursor.RangeAddress.EndColumn, cursor.RangeAddress.EndRow
table = sheet.getCellRangeByPosition(0, 0, last_column, last_row)
field = TableSortField()
field.Field, field.IsAscending = 0, False
table.sort((option("SortFields", uno.Any("[]com.sun.star.table.TableSortField", (field,))), option("ContainsHeader", True)))
coloured = [row for row in range(1, last_row + 1) if sheet.getCellByPosition(last_column, row).CellBackColor != -1]
print(" ".join(sheet.getCellByPosition(0, row).String for row in coloured))
sheet.getCellByPosition(int(column), coloured[0]).String = value
document.storeAsURL(f"file://{folder}/mended.xlsx", (option("FilterName", "Calc MS Excel 2007 XML"),))
document.close(True)
desktop.terminate()
process.wait(30)
