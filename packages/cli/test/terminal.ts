/** Runs a program in a pseudo-terminal that Python opens, and types as a user would. */
import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { PYTHON } from '../../../test/tools.js';

const TERMINAL = `
import fcntl, json, os, pty, select, struct, sys, termios
steps, columns, *command = sys.argv[1:]
steps = json.loads(steps)
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(columns), 0, 0))
    os.execvp(command[0], command)
screen, seen = b'', 0
while select.select([fd], [], [], 30)[0]:
    try:
        chunk = os.read(fd, 65536)
    except OSError:
        chunk = b''
    if not chunk:
        break
    screen += chunk
    while steps and (found := screen.find(steps[0][0].encode(), seen)) >= 0:
        seen = found + len(steps[0][0].encode())
        os.write(fd, steps.pop(0)[1].encode())
else:
    os.kill(pid, 9)
sys.stdout.buffer.write(screen)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) % 256)
`;

interface Session {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Waits until the screen shows a text, then types another. */
export type Step = readonly [wait: string, type: string];

/** Returns all that the screen showed, and the exit code of the program. */
export function inTerminal(
  { dir, env }: Session,
  command: readonly string[],
  steps: readonly Step[] = [],
  others: Readonly<Record<string, string>> = {},
  columns = 80,
): { readonly screen: string; readonly status: number | null } {
  const args = ['-c', TERMINAL, JSON.stringify(steps), String(columns), ...command];
  const { stdout, stderr, status } = spawnSync(PYTHON, args, {
    cwd: dir,
    env: { ...env, TERM: 'xterm-256color', ...others },
    encoding: 'utf8',
  });
  if (stderr !== '') throw new Error(stderr);
  return { screen: stdout.replaceAll('\r\n', '\n'), status };
}

/** Returns the screen without colours and movements of the cursor. */
export const plain = (screen: string): string => stripVTControlCharacters(screen).replaceAll('\r', '');

const HASTE = 'const later = setInterval; globalThis.setInterval = (draw) => later(draw, 1);';
/** Makes `curp` draw a bar after each chunk of a file, so that the file may be small. */
export const IN_HASTE = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(HASTE)}` };
