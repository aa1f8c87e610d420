/*
 * The calculation alone in C. Reads people from a TSV file, prints the nanoseconds of CPU and of wall time per key and
 * a sum of the keys, to compare the results.
 *
 *   curp PEOPLE.tsv WARM_UP_ROUNDS ROUNDS
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "curp.h"

static double ahora(clockid_t reloj) {
  struct timespec t;
  clock_gettime(reloj, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 4) return fprintf(stderr, "usage: curp PEOPLE.tsv WARM_UP_ROUNDS ROUNDS\n"), 2;
  preparar();
  static Persona personas[100000];
  int cuantas = 0;
  char linea[1024];
  FILE *archivo = fopen(argv[1], "r");
  if (!archivo) return perror(argv[1]), 1;
  while (cuantas < 100000 && fgets(linea, sizeof linea, archivo)) {
    char *resto = strdup(linea);
    resto[strcspn(resto, "\n")] = 0;
    for (int i = 0; i < DATOS; i++) personas[cuantas].dato[i] = strsep(&resto, "\t");
    cuantas++;
  }
  fclose(archivo);

  char clave[18];
  uint32_t suma = 0;
  for (int i = 0; i < cuantas; i++) {
    if (!calcular(personas + i, clave)) return fprintf(stderr, "no key for person %d\n", i), 1;
    for (int j = 0; j < 18; j++) suma = suma * 31 + (unsigned char)clave[j];
  }
  volatile char ultima = 0;
  double cpu = 0, reloj = 0;
  int calentamiento = atoi(argv[2]), rondas = atoi(argv[3]);
  for (int r = -calentamiento; r < rondas; r++) {
    if (r == 0) cpu = ahora(CLOCK_PROCESS_CPUTIME_ID), reloj = ahora(CLOCK_MONOTONIC);
    for (int i = 0; i < cuantas; i++) {
      calcular(personas + i, clave);
      ultima = clave[17];
    }
  }
  (void)ultima;
  double claves = (double)rondas * cuantas;
  cpu = (ahora(CLOCK_PROCESS_CPUTIME_ID) - cpu) / claves;
  reloj = (ahora(CLOCK_MONOTONIC) - reloj) / claves;
  printf("{\"nsCpu\":%.2f,\"nsReloj\":%.2f,\"suma\":%u}\n", cpu, reloj, suma);
  return 0;
}
