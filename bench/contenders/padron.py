"""Writes a CSV of records into an SQLite table by key, with Python's own modules and no checks: padron.py IN.csv OUT.db"""
import csv
import sqlite3
import sys

db = sqlite3.connect(sys.argv[2])
db.executescript(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;'
    'CREATE TABLE padron (curp TEXT NOT NULL PRIMARY KEY, datos TEXT NOT NULL) WITHOUT ROWID'
)
with open(sys.argv[1], encoding='utf-8', newline='') as file, db:
    rows = csv.reader(file)
    next(rows)
    db.executemany('INSERT OR REPLACE INTO padron VALUES (?, ?)', ((row[0], '\t'.join(row[1:])) for row in rows))
