/** A terminal of 80 columns with somebody before it, who waits for a text and then types. Python makes it. */
import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

export const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;

const TERMINAL = `
import fcntl, json, os, pty, select, struct, sys, termios
pasos = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
todo, visto = b'', 0
while select.select([fd], [], [], 30)[0]:
    try:
        trozo = os.read(fd, 65536)
    except OSError:
        trozo = b''
    if not trozo:
        break
    todo += trozo
    while pasos and (hallado := todo.find(pasos[0][0].encode(), visto)) >= 0:
        visto = hallado + len(pasos[0][0].encode())
        os.write(fd, pasos.pop(0)[1].encode())
else:
    os.kill(pid, 9)
sys.stdout.buffer.write(todo)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) % 256)
`;

interface Session {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
}

export type Step = readonly [wait: string, type: string];

/** What the screen shows in the end, and the exit code of the program. */
export function inTerminal(
  { dir, env }: Session,
  command: readonly string[],
  steps: readonly Step[] = [],
  others: Readonly<Record<string, string>> = {},
): { readonly screen: string; readonly status: number | null } {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', TERMINAL, JSON.stringify(steps), ...command], {
    cwd: dir,
    env: { ...env, TERM: 'xterm-256color', ...others },
    encoding: 'utf8',
  });
  if (stderr !== '') throw new Error(stderr);
  return { screen: stdout.replaceAll('\r\n', '\n'), status };
}

/** Without colours and movements of the cursor. */
export const plain = (screen: string): string => stripVTControlCharacters(screen).replaceAll('\r', '');
