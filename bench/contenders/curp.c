/*
 * One contender of core.mjs: the calculation in C. Reads people from a TSV file and prints the nanoseconds of CPU and
 * wall time per key, and a sum of the keys to compare the results.
 *
 *   curp PEOPLE.tsv WARM_UP_ROUNDS ROUNDS
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "curp.h"

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 4) return fprintf(stderr, "usage: curp PEOPLE.tsv WARM_UP_ROUNDS ROUNDS\n"), 2;
  preparar();
  static Persona personas[100000];
  int count = 0;
  char line[1024];
  FILE *file = fopen(argv[1], "r");
  if (!file) return perror(argv[1]), 1;
  while (count < 100000 && fgets(line, sizeof line, file)) {
    char *rest = strdup(line);
    rest[strcspn(rest, "\n")] = 0;
    for (int i = 0; i < DATOS; i++) personas[count].dato[i] = strsep(&rest, "\t");
    count++;
  }
  fclose(file);

  char clave[18];
  uint32_t sum = 0;
  for (int i = 0; i < count; i++) {
    if (!calcular(personas + i, clave)) return fprintf(stderr, "no key for person %d\n", i), 1;
    for (int j = 0; j < 18; j++) sum = sum * 31 + (unsigned char)clave[j];
  }
  volatile char last = 0;
  double cpu = 0, wall = 0;
  int warm_up = atoi(argv[2]), rounds = atoi(argv[3]);
  for (int r = -warm_up; r < rounds; r++) {
    if (r == 0) cpu = now(CLOCK_PROCESS_CPUTIME_ID), wall = now(CLOCK_MONOTONIC);
    for (int i = 0; i < count; i++) {
      calcular(personas + i, clave);
      last = clave[17];
    }
  }
  (void)last;
  double keys = (double)rounds * count;
  cpu = (now(CLOCK_PROCESS_CPUTIME_ID) - cpu) / keys;
  wall = (now(CLOCK_MONOTONIC) - wall) / keys;
  printf("{\"cpuNs\":%.2f,\"wallNs\":%.2f,\"sum\":%u}\n", cpu, wall, sum);
  return 0;
}
