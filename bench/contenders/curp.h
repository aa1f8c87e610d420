/*
 * Calculates keys in C, to show what the machine can do: UTF-8 input, a table of classes, one pass over each name, the
 * same checks. Call `preparar` once, then `calcular` for each person. Each datum ends with a NUL.
 */
#include <stdint.h>
#include <string.h>

enum { SIMBOLO = 31, PUNTO = 27, OTRO = 28, VOCAL = 32, SIGNO = 64, ESPACIO = 128, LATINA = 256, CONTROL = 512, RARO = 1024 };
enum { NOMBRES, PATERNO, MATERNO, FECHA, SEXO, ENTIDAD, DATOS };

typedef struct {
  const char *dato[DATOS];
} Persona;

typedef struct {
  unsigned clases;
  char inicial, vocal, consonante;
} Lectura;

static uint16_t clases[0x180];
static uint8_t valores[128];
static uint8_t particulas[1 << 15];
static uint8_t inconvenientes[1 << 20];
static uint32_t omitidos[8];
static char entidades[128][128][2];

static inline unsigned leer_codigo(const unsigned char **s) {
  unsigned a = *(*s)++;
  if (a < 0x80) return a;
  unsigned b = *(*s)++;
  return ((a & 31) << 6) | (b & 63);
}

static inline unsigned clase_de(unsigned codigo) { return codigo < 0x180 ? clases[codigo] : RARO; }

static inline char letra(unsigned clase) {
  unsigned simbolo = clase & SIMBOLO;
  return simbolo < PUNTO ? (char)(64 + simbolo) : 'X';
}

static Lectura leer(const char *texto, int omisible) {
  const unsigned char *s = (const unsigned char *)texto;
  Lectura l = {0, 'X', 'X', 'X'};
  for (;;) {
    unsigned clase;
    do {
      if (!*s) return l;
      clase = clase_de(leer_codigo(&s));
    } while (clase & ESPACIO);
    uint32_t palabra = 0;
    int hay_vocal = 0, hay_consonante = 0;
    l.inicial = letra(clase);
    l.vocal = l.consonante = 'X';
    for (;;) {
      l.clases |= clase;
      palabra = ((palabra << 5) | (clase & SIMBOLO)) & 0x3fffffff;
      if (!*s) return l;
      clase = clase_de(leer_codigo(&s));
      if (clase & ESPACIO) break;
      if (!hay_vocal && clase & (VOCAL | SIGNO)) hay_vocal = 1, l.vocal = letra(clase);
      if (!hay_consonante && !(clase & VOCAL)) hay_consonante = 1, l.consonante = letra(clase);
    }
    if (palabra < 1 << 15 && particulas[palabra]) continue;
    int omitida = 0;
    for (int i = 0; omisible && i < 8; i++) omitida |= omitidos[i] == palabra;
    if (!omitida) break;
    omisible = 0;
  }
  while (*s) l.clases |= clase_de(leer_codigo(&s));
  return l;
}

static int es_legible(Lectura l) { return (l.clases & (LATINA | CONTROL | RARO)) == LATINA; }

static int es_fecha(const char *f) {
  static const int dias[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  for (int i = 0; i < 10; i++) {
    if (i == 4 || i == 7 ? f[i] != '-' : f[i] < '0' || f[i] > '9') return 0;
  }
  int anio = (f[0] - '0') * 1000 + (f[1] - '0') * 100 + (f[2] - '0') * 10 + f[3] - '0';
  int mes = (f[5] - '0') * 10 + f[6] - '0', dia = (f[8] - '0') * 10 + f[9] - '0';
  if (f[10] || mes < 1 || mes > 12 || dia < 1 || anio < 1800 || anio > 2025) return 0;
  return dia <= dias[mes - 1] || (mes == 2 && dia == 29 && anio % 4 == 0 && (anio % 100 || anio % 400 == 0));
}

static int calcular(const Persona *p, char clave[18]) {
  Lectura a = leer(p->dato[PATERNO], 0), b = leer(p->dato[MATERNO], 0), n = leer(p->dato[NOMBRES], 1);
  if ((a.clases && !es_legible(a)) || (b.clases && !es_legible(b)) || !es_legible(n)) return 0;
  const char *f = p->dato[FECHA], *e = p->dato[ENTIDAD], sexo = p->dato[SEXO][0];
  if (!es_fecha(f) || (sexo != 'H' && sexo != 'M' && sexo != 'X') || p->dato[SEXO][1]) return 0;
  if (!e[0] || !e[1] || e[2] || (e[0] | e[1]) & 128 || !entidades[(int)e[0]][(int)e[1]][0]) return 0;
  if (!a.clases) {
    Lectura vacia = a;
    a = b;
    b = vacia;
  }
  clave[0] = a.inicial, clave[1] = a.vocal, clave[2] = b.inicial, clave[3] = n.inicial;
  if (inconvenientes[(clave[0] & 31) << 15 | (clave[1] & 31) << 10 | (clave[2] & 31) << 5 | (clave[3] & 31)]) clave[1] = 'X';
  clave[4] = f[2], clave[5] = f[3], clave[6] = f[5], clave[7] = f[6], clave[8] = f[8], clave[9] = f[9];
  clave[10] = sexo, clave[11] = entidades[(int)e[0]][(int)e[1]][0], clave[12] = entidades[(int)e[0]][(int)e[1]][1];
  clave[13] = a.consonante, clave[14] = b.consonante, clave[15] = n.consonante;
  clave[16] = f[0] < '2' ? '0' : 'A';
  int suma = 0;
  for (int i = 0; i < 17; i++) suma += valores[(int)clave[i]] * (18 - i);
  clave[17] = (char)('0' + (10 - suma % 10) % 10);
  return 1;
}

static uint32_t empacar(const char *palabra, int letras) {
  uint32_t n = 0;
  for (int i = 0; i < letras; i++) n = n << 5 | (clases[(unsigned char)palabra[i]] & SIMBOLO);
  return n;
}

static void preparar(void) {
  for (int c = 0; c < 0x180; c++) clases[c] = c < 32 || (c > 126 && c < 160) ? CONTROL : SIGNO | OTRO;
  clases[' '] = clases['\t'] = clases['\n'] = ESPACIO;
  clases['.'] = SIGNO | PUNTO;
  for (int c = 'A'; c <= 'Z'; c++) clases[c] = clases[c + 32] = LATINA | (c - 64) | (strchr("AEIOU", c) ? VOCAL : 0);
  static const struct {
    int codigo;
    char base;
  } acentos[] = {{0xc1, 'A'}, {0xc9, 'E'}, {0xcd, 'I'}, {0xd3, 'O'}, {0xda, 'U'}, {0xdc, 'U'}};
  for (int i = 0; i < 6; i++) clases[acentos[i].codigo] = clases[acentos[i].codigo + 32] = clases[(int)acentos[i].base];
  clases[0xd1] = clases[0xf1] = LATINA | OTRO;

  char lista[] = "DA DAS DE DEL DER DI DIE DD Y EL LA LOS LAS LE LES MAC MC VAN VON";
  for (char *w = strtok(lista, " "); w; w = strtok(NULL, " ")) particulas[empacar(w, (int)strlen(w))] = 1;
  char omisibles[] = "MARIA MA. MA M. M JOSE J. J";
  int i = 0;
  for (char *w = strtok(omisibles, " "); w; w = strtok(NULL, " ")) omitidos[i++] = empacar(w, (int)strlen(w));
  static const char palabras[] =
      "BACABAKABUEIBUEYCACACACOCAGACAGOCAKACAKOCOGECOGICOJACOJECOJICOJOCOLACULOFALOFETOGETAGUEIGUEYJETAJOTOKACAKACOKAGA"
      "KAGOKAKAKAKOKOGEKOGIKOJAKOJEKOJIKOJOKOLAKULOLILOLOCALOCOLOKALOKOMAMEMAMOMEARMEASMEONMIARMIONMOCOMOKOMULAMULONACA"
      "NACOPEDAPEDOPENEPIPIPITOPOPOPUTAPUTOQULORATAROBAROBEROBORUINSENOTETAVACAVAGAVAGOVAKAVUEIVUEYWUEIWUEY";
  for (const char *w = palabras; *w; w += 4) inconvenientes[empacar(w, 4)] = 1;
  static const char catalogo[] =
      "01AS02BC03BS04CC05CL06CM07CS08CH09DF10DG11GT12GR13HG14JC15MC16MN17MS18NT19NL20OC21PL22QT23QR24SP25SL26SR27TC28TS"
      "29TL30VZ31YN32ZS36NE";
  for (const char *e = catalogo; *e; e += 4) {
    memcpy(entidades[(int)e[0]][(int)e[1]], e + 2, 2);
    memcpy(entidades[(int)e[2]][(int)e[3]], e + 2, 2);
  }
  for (int d = 0; d < 10; d++) valores['0' + d] = (uint8_t)d;
  for (int c = 'A'; c <= 'Z'; c++) valores[c] = (uint8_t)(c - 'A' + 10 + (c > 'N')); /* Ñ follows N */
}
