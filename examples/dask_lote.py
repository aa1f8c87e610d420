"""Answers a file with its piles on a cluster of Dask (Debian: python3-distributed), with the bytes of one `curp lote`:

  python3 dask_lote.py SCHEDULER FOLDER FILE ANSWER [PARTS [OPTIONS OF `curp lectura`]]
  python3 dask_lote.py tcp://127.0.0.1:8786 /shared/work personas.csv con-curp.csv 8 --sexo hm

All workers see the FOLDER, run `curp`, and may die: another worker does the part again. Names of people stand in the FOLDER
until the end. A calculated key proves no registration.
Exit code: that of `curp lote`.
"""

import gzip
import os
import shutil
import subprocess
import sys
from itertools import groupby

from distributed import Client

CURP = os.environ.get("CURP", "curp").split()
BUCKETS = "0123456789abcdef"
CHUNK = 1 << 22


def curp(*words, good=(0, 1)):
    """Runs a command, and returns its exit code. 1 says that rows are to be reviewed, or that parts must be counted again."""
    done = subprocess.run([*CURP, *words, "--forzar"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode not in good:
        raise RuntimeError(f"curp {' '.join(words)}: {done.stderr}")
    return done.returncode


def cut(path, folder, count):
    """Cuts a text between two rows into parts, of which only the first has a header. Returns their names; none if it is one part."""
    with open(path, "rb") as file:
        if file.read(2) == b"\x1f\x8b":
            with gzip.open(path) as zipped, open(f"{folder}/todo", "wb") as whole:
                shutil.copyfileobj(zipped, whole)
            path = f"{folder}/todo"
    with open(path, "rb") as file:
        first = file.read(CHUNK)
        # A workbook, an array of objects, and UTF-16.
        if first[:2] in (b"PK", b"\xff\xfe", b"\xfe\xff") or first.lstrip()[:1] == b"[" or b"\0" in first[:4]:
            return []
        is_csv = first.lstrip()[:1] != b"{"
        size = file.seek(0, os.SEEK_END) // count + 1
        file.seek(0)
        suffix = "csv" if is_csv else "ndjson"
        names = []
        for i in range(count):
            name = f"parte-{i:04}.{suffix}"
            written = quotes = 0
            with open(f"{folder}/{name}", "wb") as part:
                while i == count - 1 or written < size:
                    piece = file.read(CHUNK if i == count - 1 else min(CHUNK, size - written))
                    if not piece:
                        break
                    part.write(piece)
                    written += len(piece)
                    quotes += piece.count(b'"')
                # Up to a line feed outside of quotes.
                for line in iter(file.readline, b""):
                    part.write(line)
                    quotes += line.count(b'"')
                    if not is_csv or quotes % 2 == 0:
                        break
            names.append(name)
        return [name for name in names if os.path.getsize(f"{folder}/{name}") > 0]


def count(folder, name, by, options):
    curp("lectura", "--conteo", f"{folder}/{name}", "--segun", f"{folder}/{by}", *options, "-o", f"{folder}/{name}.conteo")


def answer(folder, name):
    """Answers a part, and puts the hashes of its people into buckets, by their first figure."""
    hashes = f"{folder}/{name}.huellas"
    code = curp("lote", f"{folder}/{name}", "--lectura", f"{folder}/lectura.json", "--huellas", hashes, "-o", f"{folder}/contestadas/{name}")
    buckets = {figure: open(f"{folder}/{name}.{figure}", "w") for figure in BUCKETS}
    with open(hashes) as lines:
        for line in lines:
            buckets[line[0]].write(line)
    for bucket in buckets.values():
        bucket.close()
    return code


def repeated(folder, names, figure):
    """Returns the lines of a bucket whose hash another line has too."""
    lines = sorted(line for name in names for line in open(f"{folder}/{name}.{figure}"))
    groups = (list(group) for _, group in groupby(lines, lambda line: line[:32]))
    return "".join(line for group in groups if len(group) > 1 for line in group)


def patch(folder, name):
    given = ["--lectura", f"{folder}/lectura.json", "--repetidas", f"{folder}/repetidas"]
    return curp("lote", f"{folder}/contestadas/{name}", *given, "-o", f"{folder}/listas/{name}")


def main(scheduler, folder, path, target, parts="8", *options):
    client = Client(scheduler)

    def each(task, *lists, **more):
        return client.gather(client.map(task, *lists, retries=5, pure=False, **more))

    os.makedirs(f"{folder}/contestadas")
    os.makedirs(f"{folder}/listas")
    names = cut(path, folder, int(parts))
    if not names:
        return client.submit(curp, "lote", path, *options, "-o", target, retries=5, pure=False).result()
    by, again = names[0], names
    counts = [f"{folder}/{name}.conteo" for name in names]
    while again:
        each(lambda name: count(folder, name, by, options), again)
        code = curp("lectura", "--suma", *counts, "-o", f"{folder}/lectura.json")
        by, again, options = "lectura.json", names if code else [], ()
    codes = each(lambda name: answer(folder, name), names)
    with open(f"{folder}/repetidas", "w") as file:
        file.writelines(each(lambda figure: repeated(folder, names, figure), list(BUCKETS)))
    codes += each(lambda name: patch(folder, name), names)
    with open(target, "xb") as whole:
        for name in names:
            with open(f"{folder}/listas/{name}", "rb") as part:
                shutil.copyfileobj(part, whole)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
