"""La CURP según la norma oficial, en un solo archivo: solo la biblioteca estándar de Python 3.9 o posterior.

    import curp
    curp.calcular("Renata", "Olvera", "Tinajero", "1990-05-17", "M", "09")  # 'OETR900517MDFLNN05'

Da claves según la norma, sin decir qué filas hay que revisar: eso lo dice `curp lote`, también con un archivo en partes.
Una CURP calculada no prueba ningún registro. Hecho por `curp python` de curp-service @version@ (MIT): cámbielo ahí, no aquí.
"""
import re
from datetime import date, datetime, timezone
from functools import lru_cache
from operator import mul
from unicodedata import category, normalize

__version__ = '@version@'

__all__ = ["calcular", "validar", "cotejar", "edicion", "datos", "digito", "serie", "serie_motivos", "serie_valida"]

_PARTICULAS = "@particulas@"
_OMITIDOS = "@omitidos@"
_SOLO_DE_2021 = frozenset("@solo_de_2021@")  # los que el Instructivo de 2006 no omite
_DESDE_2021 = "@desde_2021@"
_INCONVENIENTES = frozenset("@inconvenientes@")
_GENERICAS = frozenset("@genericas@")
_CATALOGO = "@catalogo@"  # clave, abreviatura, nombre
_LUGARES = "@lugares@"  # nombres de cada entidad, sin acentos, espacios ni estas palabras
_COMUNES = "@comunes@"
_ALFABETO = "@alfabeto@"
_FORMA = re.compile("@forma@", re.A)
_BLANCOS = "@blancos@"
_CONTROL = "@control@"
_LIGADURAS = "@ligaduras@"
_PRIMEROS = "@primeros@"
_DE, _A = "@de@", "@a@"
_ULTIMOS = "@ultimos@"
_VOCALES, _CONSONANTES = "@vocales@", "@consonantes@"
_LARGO, _PRIMER_ANIO, _ANIO = "@largo@", "@primer_anio@", "@anio_del_codigo@"
_MOTIVOS = "@motivos@"

_ENTIDADES = {**{c: a for c, a, _ in _CATALOGO}, **{a: a for _, a, _ in _CATALOGO}}
_VALORES = bytes(max(0, _ALFABETO.find(chr(i))) for i in range(256))
_PESOS = range(18, 1, -1)
_SEXOS = frozenset("HMX")
_DE_LUGAR = {nombre: abreviatura for abreviatura, nombres in _LUGARES.items() for nombre in nombres}
_SOBRANTE = re.compile(r"\b(?:" + "|".join(_COMUNES) + r")\b|[\W_]")
_USUAL = re.compile("[A-Za-zÁÉÍÓÚÜÑáéíóúüñ .'-]*")
_SIN_ACENTO = str.maketrans("ÁÉÍÓÚÜ", "AEIOUU")
_PARTICULA = "(?:(?:" + "|".join(_PARTICULAS) + ") +)*"
_SALTO = {
    False: re.compile(_PARTICULA),
    True: re.compile(_PARTICULA + "(?:(?:" + "|".join(map(re.escape, _OMITIDOS)) + ") +" + _PARTICULA + ")?"),
}
_DATOS = ("nombres", "apellido_paterno", "apellido_materno", "fecha", "sexo", "entidad")
_DESCONOCIDO = "des"  # R 1.11; en minúsculas, para distinguirlo de otro apellido con las mismas letras


def calcular(nombres, apellido_paterno, apellido_materno, fecha, sexo, entidad):
    """La CURP de una persona; ValueError con todos los motivos si los datos no dan ninguna.

    fecha es un date o un texto AAAA-MM-DD; sexo, H, M o X; entidad, una clave (09), una abreviatura (DF) o un nombre (Jalisco).
    Sin segundo apellido: None o un texto vacío. Sin ningún apellido: DESCONOCIDO como primero.
    """
    n, a, b = _leer(nombres, True), _leer(apellido_paterno, False), _leer(apellido_materno, False)
    dia, siglo = _dia(fecha)
    clave_entidad = _entidad(entidad)
    if len(n) != 3 or len(a) != 3 or len(b) > 3 or not siglo or clave_entidad is None or sexo not in _SEXOS:
        raise ValueError(_motivo(n or "ausente", a or "ausente", b, dia, sexo, entidad))
    if a == _DESCONOCIDO and b in ("", _DESCONOCIDO):
        a = b = "XXX"
    a, b = a.upper(), b.upper() or "XXX"
    letras = a[0] + a[1] + b[0] + n[0]
    if letras in _INCONVENIENTES:
        letras = letras[0] + "X" + letras[2:]
    raiz = letras + dia + sexo + clave_entidad + a[2] + b[2] + n[2] + siglo
    return raiz + _digito(raiz)


def validar(curp):
    """Si una CURP está bien formada: True o False. No dice si está registrada."""
    clave = _escrita(curp)
    if clave in _GENERICAS:
        return True
    return _FORMA.fullmatch(clave) is not None and bool(_dia(_nacimiento(clave))[1]) and clave[17] == _digito(clave)


def cotejar(curp, nombres=..., apellido_paterno=..., apellido_materno=..., fecha=..., sexo=..., entidad=...):
    """Compara una CURP con los datos de una persona: 'identica', 'misma_raiz' (de un homónimo) o 'difiere'.

    Con una parte de los datos: 'compatible' o 'difiere'. El dato que no se da es desconocido; None dice que no lo hay.
    """
    clave = _escrita(curp)
    if not clave:
        raise ValueError(_MOTIVOS["curp"]["ausente"])
    persona = (nombres, apellido_paterno, apellido_materno, fecha, sexo, entidad)
    desconocidos = sum(dato is ... for dato in persona)
    if 0 < desconocidos < len(persona):
        return "compatible" if any(_cabe(clave, *cada) for cada in _completadas(clave, *persona)) else "difiere"
    calculada = calcular(*(None if dato is ... else dato for dato in persona))
    if clave == calculada:
        return "identica"
    es_homonimo = (
        clave[:16] == calculada[:16]
        and re.fullmatch("[0-9A-Z][0-9]", clave[16:])
        and clave[16].isdigit() == calculada[16].isdigit()
        and clave[17] == _digito(clave)
    )
    return "misma_raiz" if es_homonimo else "difiere"


def edicion(curp, nombres=..., apellido_paterno=..., apellido_materno=..., fecha=..., sexo=..., entidad=...):
    """2006 si la CURP difiere por las reglas de 2021 y es la clave por el Instructivo de 2006; si no, None."""
    n, a, b = nombres, apellido_paterno, apellido_materno
    if cotejar(curp, n, a, b, fecha, sexo, entidad) != "difiere":
        return None
    clave = _escrita(curp)
    dia = _nacimiento(clave) if fecha is ... else str(fecha)
    sin_apellidos = all(cada is ... or _leer(cada, False) in ("", _DESCONOCIDO) for cada in (a, b))
    sin_apellidos = sin_apellidos and (a is not ... or clave[:3] + clave[13:15] == "XXXXX")
    if dia >= _DESDE_2021 or (clave[10] if sexo is ... else sexo) == "X" or sin_apellidos:
        return None
    n, a, b = (normalize("NFD", cada).replace("\u0308", "") if isinstance(cada, str) else cada for cada in (n, a, b))
    palabras = _normalizado(n).split() if isinstance(n, str) else ()
    primera = next((palabra for palabra in palabras if palabra not in _PARTICULAS), "")
    antes = cotejar(curp, primera if primera in _SOLO_DE_2021 else n, a, b, fecha, sexo, entidad)
    return None if antes == "difiere" else 2006


def datos(curp):
    """Lo que una CURP dice de su titular: fecha, sexo, entidad, y si es de un homónimo. ValueError si no es válida."""
    if not validar(curp):
        raise ValueError("La CURP no está bien formada.")
    clave = _escrita(curp)
    if clave in _GENERICAS:
        return {}
    entidad = next(cada for cada in _CATALOGO if cada[1] == clave[11:13])
    return {
        "fecha_nacimiento": _nacimiento(clave),
        "sexo": clave[10],
        "clave_entidad": entidad[0],
        "abreviatura_entidad": entidad[1],
        "nombre_entidad": entidad[2],
        "homonimo": clave[16] not in "0A",
    }


def digito(curp):
    """El dígito verificador de los primeros 17 caracteres; ValueError si no lo son."""
    clave = _escrita(curp)
    if not re.fullmatch("[0-9A-Z]{17}[0-9]?", clave):
        raise ValueError(_MOTIVOS["curp"]["longitud"])
    return _digito(clave)


def serie(*columnas):
    """Las claves de muchas personas: seis columnas (listas, Series, arreglos) o una tabla con columnas de esos nombres.

    Devuelve una lista con una clave por fila, o None donde los datos no dan ninguna: serie_motivos dice por qué.
    """
    return [_o_nada(calcular, *fila) for fila in _filas(columnas)]


def serie_motivos(*columnas):
    """El motivo por el que cada fila no tiene clave; un texto vacío si la tiene."""
    return [_motivo_de(*fila) for fila in _filas(columnas)]


def serie_valida(curps):
    """Si cada CURP de una columna está bien formada; None donde no hay ninguna."""
    return [None if _falta(curp) else validar(curp) for curp in curps]


def _completadas(clave, *persona):
    """Las personas con los datos conocidos y, en lugar de los demás, otros con las letras de la clave."""
    if not validar(clave):
        raise ValueError("La CURP no está bien formada.")
    primero = clave[0] + clave[13] + clave[1]
    de_la_clave = (clave[3] + clave[15], primero, clave[2] + clave[14], _nacimiento(clave), clave[10], clave[11:13])
    n, a, b, *resto = (otro if dato is ... else dato for dato, otro in zip(persona, de_la_clave))
    yield (n, a, b, *resto)
    if persona[1] is ... and _leer(b, False):
        yield (n, b, None, *resto)  # un apellido único es el primero
    if persona[2] is ...:
        yield (n, a, None, *resto)


def _cabe(clave, *persona):
    """Si la clave puede ser de la persona: el diferenciador no cuenta, ni la X de R 1.8, que depende de todos los nombres."""
    calculada = calcular(*persona)
    letras = _leer(persona[1], False)
    vocal = letras[1] if letras[0] == calculada[0] else calculada[1]
    es_su_vocal = clave[1] in (vocal, calculada[1]) or (clave[1] == "X" and clave[0] + vocal + clave[2:4] in _INCONVENIENTES)
    es_su_siglo = clave[16].isdigit() == calculada[16].isdigit()
    return es_su_vocal and es_su_siglo and clave[0] + clave[2:16] == calculada[0] + calculada[2:16]


def _filas(columnas):
    if len(columnas) == 1:
        tabla = columnas[0]
        columnas = [tabla["fecha_nacimiento" if dato == "fecha" else dato] for dato in _DATOS]
    if len({len(columna) for columna in columnas}) > 1:
        raise ValueError("Las columnas deben tener el mismo número de filas.")
    return zip(*columnas)


def _o_nada(funcion, *argumentos):
    try:
        return funcion(*argumentos)
    except ValueError:
        return None


def _motivo_de(*persona):
    try:
        calcular(*persona)
    except ValueError as motivo:
        return str(motivo)
    return ""


def _falta(valor):
    """None, y el NaN, NaT y NA de pandas."""
    return valor is None or type(valor).__name__ in ("NAType", "NaTType") or (isinstance(valor, float) and valor != valor)


def _motivo(n, a, b, dia, sexo, entidad):
    codigos = (
        n if len(n) > 3 else "",
        a if len(a) > 3 else "",
        b if len(b) > 3 else "",
        "" if dia.isdigit() else dia,
        "ausente" if _falta(sexo) or sexo == "" else "" if sexo in _SEXOS else "sexo_invalido",
        "ausente" if _falta(entidad) or entidad == "" else "" if _entidad(entidad) else "entidad_invalida",
    )
    return " ".join(_MOTIVOS[dato][codigo] for dato, codigo in zip(_DATOS, codigos) if codigo)


@lru_cache(maxsize=1 << 12)
def _lugar(texto):
    if re.search("[0-9]", texto):
        return _ENTIDADES.get(texto.strip())
    letras = "".join(letra for letra in normalize("NFD", texto) if category(letra)[0] != "M")
    return _DE_LUGAR.get(_SOBRANTE.sub("", letras.upper()))


def _entidad(escrita):
    """La abreviatura de una clave, una abreviatura o un nombre de entidad; None si no es ninguno."""
    return (_ENTIDADES.get(escrita) or _lugar(escrita)) if isinstance(escrita, str) else None


@lru_cache(maxsize=1 << 16)
def _leer(texto, es_de_pila):
    """Inicial, vocal y consonante de la palabra que cuenta; un texto vacío si no hay ninguna, o el código del motivo."""
    if not isinstance(texto, str):
        return "" if _falta(texto) else "tipo"
    if len(texto) > _LARGO and len(normalize("NFC", texto)) > _LARGO:
        return "largo"
    if not _USUAL.fullmatch(texto) and _para_raros()[0].search(texto):
        return "control"
    escrito = _normalizado(texto)
    if not escrito:
        return ""
    if escrito == "DESCONOCIDO" and not es_de_pila:
        return _DESCONOCIDO
    letras = _letras(_SALTO[es_de_pila].sub("", escrito, 1).partition(" ")[0])
    if "X" in letras and not re.search("[A-ZÑÄËÏÖÞ]", escrito):
        return "sin_letras"
    return letras


@lru_cache(maxsize=1 << 15)
def _letras(palabra):
    resto = palabra[1:]
    letras = palabra[0] + (resto.lstrip(_CONSONANTES) or "X")[0] + (resto.lstrip(_VOCALES) or "X")[0]
    return re.sub("[^A-Z]", "X", letras)


def _normalizado(nombre):
    if _USUAL.fullmatch(nombre):
        return nombre.upper().translate(_SIN_ACENTO).strip(" ")
    _, primeros, tabla, ultimos = _para_raros()
    for ligadura, letras in _LIGADURAS:
        nombre = nombre.replace(ligadura, letras)
    for patron, por in primeros:
        nombre = patron.sub(por, nombre)
    nombre = nombre.translate(tabla)
    for patron, por in ultimos:
        nombre = patron.sub(por, nombre)
    return nombre.strip(" ")


@lru_cache(maxsize=1)
def _para_raros():
    """Las expresiones de los nombres con otros caracteres: la mayoría de los archivos no las necesita."""
    primeros, ultimos = ([(re.compile(patron), por) for patron, por in lista] for lista in (_PRIMEROS, _ULTIMOS))
    return re.compile(_CONTROL), primeros, str.maketrans(_DE, _A), ultimos


def _dia(fecha):
    """AAMMDD y el diferenciador de su siglo; o el código del motivo y un texto vacío."""
    aammdd, siglo, dia = _dia_escrito(fecha)
    if dia is not None and dia > datetime.now(timezone.utc).date():
        return "fecha_futura", ""
    return aammdd, siglo


@lru_cache(maxsize=1 << 16)
def _dia_escrito(fecha):
    """Lo mismo sin mirar el reloj; y el día, si el reloj decide."""
    if _falta(fecha):
        return "ausente", "", None
    texto = fecha if isinstance(fecha, str) else str(fecha)[:10]
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", texto):
        return "fecha_formato" if texto.strip() else "ausente", "", None
    try:
        dia = date.fromisoformat(texto)
    except ValueError:
        return "fecha_inexistente", "", None
    if dia.year < _PRIMER_ANIO:
        return "fecha_remota", "", None
    return texto[2:4] + texto[5:7] + texto[8:], "0" if dia.year < 2000 else "A", dia if dia.year >= _ANIO else None


def _nacimiento(clave):
    return f"{'19' if clave[16].isdigit() else '20'}{clave[4:6]}-{clave[6:8]}-{clave[8:10]}"


def _escrita(curp):
    if _falta(curp):
        return ""
    clave = str(curp).strip(_BLANCOS)
    return clave.upper() if clave.isascii() else clave


def _digito(clave):
    return str(-sum(map(mul, clave.encode().translate(_VALORES), _PESOS)) % 10)
