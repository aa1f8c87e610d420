"""Calculates the keys of a large CSV on a Dask cluster: python3 dask_lote.py SCHEDULER PEOPLE.csv FOLDER

Needs dask and distributed (Debian: python3-distributed), and curp.py, which `curp python` prints, in this folder.
A calculated key is the output of an algorithm: it proves no registration.
"""
import csv
import io
import sys
from pathlib import Path

from dask.distributed import Client, as_completed

BLOCK = 4 << 20  # bytes


def portions(path):
    """Where each part of the file begins and ends: at a line's end, as no cell of this file has a line break."""
    with open(path, "rb") as file:
        file.readline()
        while begin := file.tell():
            file.seek(BLOCK, 1)
            file.readline()
            end = file.tell()
            yield begin, end
            if end >= Path(path).stat().st_size:
                return


def calculate(path, begin, end, output):
    """Writes the keys of one part into a file of its own, whole or not at all, so a part may be calculated again."""
    import curp

    with open(path, "rb") as file:
        file.seek(begin)
        people = list(csv.reader(io.StringIO(file.read(end - begin).decode("utf-8"))))
    keys = curp.serie(*zip(*people))
    part = Path(output, f"{begin:015}.csv")
    part.with_suffix(".tmp").write_text("".join(f"{key or ''}\n" for key in keys))
    part.with_suffix(".tmp").rename(part)
    return len(keys)


if __name__ == "__main__":
    scheduler, people, folder = sys.argv[1:]
    client = Client(scheduler)
    client.upload_file("curp.py")
    parts = [client.submit(calculate, people, *each, folder, pure=False) for each in portions(people)]
    rows = 0
    for done in as_completed(parts):
        rows += done.result()
        print(rows, flush=True)
