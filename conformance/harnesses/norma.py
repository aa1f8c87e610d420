"""Implements the norm from norma.json alone, as an example of what that file makes possible."""
import json
import re
import unicodedata
from datetime import date, datetime, timezone
from pathlib import Path

from serve import serve

NORMA = json.loads((Path(__file__).parent.parent / "norma.json").read_text(encoding="utf-8"))
LETTERS = {name: entry["lista"] for name, entry in NORMA["letras"].items()}
VOWELS, DIAERESES = LETTERS["vocales"], LETTERS["vocales_con_dieresis"]
PARTICLES, SKIPPED = NORMA["particulas"]["lista"], NORMA["nombres_omitidos"]["lista"]
WORDS, SUBSTITUTION = NORMA["palabras_inconvenientes"]["lista"], NORMA["palabras_inconvenientes"]["sustitucion"]
ENTITIES = {entity["clave"]: entity["abreviatura"] for entity in NORMA["entidades"]["lista"]}
DIGIT, LIMITS = NORMA["digito_verificador"], NORMA["limites"]
OLD, NEW = (row["primero"] for row in NORMA["diferenciador"]["lista"])
EDITION = NORMA["edicion_2006"]
GENERIC = {key["clave"]: key["valida"] for key in NORMA["claves_genericas"]["lista"]}


def is_latin(character):
    return unicodedata.name(character, "").startswith("LATIN") and unicodedata.category(character)[0] == "L"


def letter_of(character, marks, diaereses):
    """Returns A-Z, Ñ, a vowel with diaeresis, "þ" for any other letter, and "." or "#" for a sign."""
    if character == "." or not character.isalpha():
        return "." if character == "." else "#"
    if character in LETTERS["apostrofos"]:
        return "#"
    base, *own = unicodedata.normalize("NFKD", "ẞ" if character == "ß" else character)
    base, marks = ("ẞ" if base == "ẞ" else base.upper()), own + marks
    if base == "N" and "\u0303" in marks:
        return "Ñ"
    with_diaeresis = unicodedata.normalize("NFC", base + "\u0308")
    if "\u0308" in marks and with_diaeresis in diaereses:
        return with_diaeresis
    base = LETTERS["bases"].get(base, base)
    return base if re.fullmatch("[A-Z]", base) else "þ"


def words_of(text, diaereses):
    """Returns the words of a name in letters (D 1, D 3, D 5, D 10, D 11), or None if it cannot be a name (D 16)."""
    text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    text = re.sub("[\ufb00-\ufb06]", lambda match: unicodedata.normalize("NFKD", match[0]), text)
    text = unicodedata.normalize("NFC", text)
    if len(text) > LIMITS["largo"] or any(unicodedata.category(c) == "Cc" and not c.isspace() for c in text):
        return None
    text = re.sub(r"\.?ª", "A", text)
    if text.strip() and not any(is_latin(c) for c in text):
        return None
    words = []
    for word in text.split():
        groups = []
        for character in word:
            if unicodedata.category(character)[0] == "M" and groups:
                groups[-1][1].append(character)
            else:
                groups.append((character, []))
        words.append("".join(letter_of(*group, diaereses) for group in groups))
    return words


def skip(words):
    while len(words) > 1 and words[0] in PARTICLES:
        words = words[1:]
    return words


def given_word(words, skipped):
    words = skip(words)
    return (skip(words[1:]) if len(words) > 1 and words[0] in skipped else words)[0]


def initial(word):
    return word[0] if re.match("[A-Z]", word) else "X"


def vowel(word):
    for letter in word[1:]:
        if letter in VOWELS:
            return letter
        if letter in DIAERESES or letter in ".#":
            return "X"
    return "X"


def consonant(word):
    for letter in word[1:]:
        if letter not in VOWELS and letter not in DIAERESES:
            return initial(letter)
    return "X"


def digit_of(key):
    total = sum(DIGIT["alfabeto"].index(c) * weight for c, weight in zip(key, DIGIT["pesos"]))
    return str(-total % DIGIT["modulo"])


def is_day(text):
    """Returns whether a date in the form YYYY-MM-DD exists and is not in the future."""
    try:
        return date.fromisoformat(text) <= datetime.now(timezone.utc).date()
    except ValueError:
        return False


def key_of(person, diaereses=DIAERESES, skipped=SKIPPED):
    """Returns the key of a person, or None if there is none."""
    born, entity = person["fecha_nacimiento"], ENTITIES.get(person["entidad"])
    names = [words_of(person[name], diaereses) for name in ("apellido_paterno", "apellido_materno", "nombres")]
    if None in names or not names[2] or entity is None or person["sexo"] not in ("H", "M", "X"):
        return None
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", born) or not is_day(born) or born < LIMITS["primera_fecha"]:
        return None
    surnames = [words for words in names[:2] if words]
    if all(words == [LIMITS["apellido_desconocido"]] for words in surnames):
        surnames = []
    first, second = [skip(words)[0] for words in surnames] + [""] * (2 - len(surnames))
    given = given_word(names[2], skipped)
    letters = initial(first) + vowel(first) + initial(second) + initial(given)
    if letters in WORDS:
        at = SUBSTITUTION["posicion"] - 1
        letters = letters[:at] + SUBSTITUTION["por"] + letters[at + 1 :]
    consonants = "".join(map(consonant, (first, second, given)))
    century = OLD if born < "2000" else NEW
    key = letters + born[2:].replace("-", "") + person["sexo"] + entity + consonants + century
    return key + digit_of(key)


def is_valid(key):
    if key in GENERIC:
        return GENERIC[key]
    form = r"[A-Z][AEIOUX][A-Z]{2}[0-9]{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[0-9A-Z][0-9]"
    if not re.fullmatch(form, key) or key[11:13] not in ENTITIES.values() or digit_of(key) != key[17]:
        return False
    return is_day(f"{'19' if key[16].isdigit() else '20'}{key[4:6]}-{key[6:8]}-{key[8:10]}")


def compare(key, expected):
    if key == expected:
        return "identica"
    same_root = len(key) == 18 and key[:16] == expected[:16] and key[17] == digit_of(key)
    return "misma_raiz" if same_root and key[16].isdigit() == expected[16].isdigit() else "difiere"


def edition_of(key, person):
    """Returns 2006 if a key that differs is the one by the edition of 2006."""
    if person["sexo"] not in EDITION["sexos"] or person["fecha_nacimiento"] >= EDITION["hasta"]:
        return None
    surnames = {person["apellido_paterno"].strip(), person["apellido_materno"].strip()}
    if surnames <= {"", LIMITS["apellido_desconocido"]} or compare(key, key_of(person)) != "difiere":
        return None
    expected = key_of(person, EDITION["vocales_con_dieresis"], EDITION["nombres_omitidos"])
    return None if compare(key, expected) == "difiere" else 2006


def calculate(data):
    key = key_of(data)
    return {"error": True} if key is None else {"curp": key}


OPERATIONS = {
    "calcular": calculate,
    "validar": lambda data: {"valido": is_valid(data["curp"])},
    "cotejar": lambda data: {
        "resultado": compare(data["curp"], key_of(data)),
        "edicion": edition_of(data["curp"], data),
    },
}

serve("norma.py", "1", OPERATIONS)
