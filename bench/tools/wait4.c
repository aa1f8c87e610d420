/*
 * Runs a command and prints as JSON: seconds of wall time, CPU seconds of all its threads and of the processes it waited
 * for, peak memory in bytes, and exit code. It is a separate small program because Linux counts the memory of the
 * process that starts another as memory of the new one. Linux only.
 *
 *   wait4 COMMAND [ARGUMENT...]
 */
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: wait4 COMMAND [ARGUMENT...]\n"), 2;
  double start = now();
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) return perror("wait4"), 1;
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  printf("{\"wall\":%.6f,\"cpu\":%.6f,\"bytes\":%ld,\"code\":%d}\n", now() - start,
         seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss * 1024, code);
  return 0;
}
