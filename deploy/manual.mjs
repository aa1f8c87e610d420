/** Makes the manual page `curp(1)` in both languages and the completion of bash, from the help of the command itself. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The languages of the manual: the folder of `man`, the locale, and the words that the help does not have. */
const LANGUAGES = {
  '': { locale: 'en_US.UTF-8', name: 'NAME', about: 'computes, explains, checks and compares Mexican CURPs' },
  'es/': { locale: 'es_MX.UTF-8', name: 'NOMBRE', about: 'calcula, explica, valida y coteja claves CURP' },
};

/** A script that prints, as JSON, the help of the command and of all commands below it, in the order of the help. */
const COLLECT = `const { runCurp } = await import(process.argv[1]);
const write = process.stdout.write.bind(process.stdout);
async function helpOf(path) {
  let text = '';
  process.stdout.write = (part) => Boolean((text += part));
  await runCurp([...path, '--help']);
  const [, list = ''] = /^(?:Commands|Comandos):\\n((?: +.*\\n?)+)/m.exec(text) ?? [];
  const names = Array.from(list.matchAll(/^ {2}(\\w+)/gm), ([, name]) => name).filter((name) => name !== 'help');
  const all = [{ path, text, names }];
  for (const name of names) all.push(...(await helpOf([...path, name])));
  return all;
}
write(JSON.stringify(await helpOf([])));`;

/** Returns the help of every command in a language. */
export const helpIn = (root, locale) =>
  JSON.parse(
    execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', COLLECT, join(root, 'packages/cli/dist/program.js')],
      { encoding: 'utf8', env: { ...process.env, LC_ALL: locale, COLUMNS: '80', NO_COLOR: '1' } },
    ),
  );

/** Escapes what `man` would read as its own commands. */
const escaped = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gm, '\\&');

/** Writes the manual page. */
function manualOf(commands, { name, about }, version) {
  const sections = commands.map(({ path, text }) => {
    const title = ['curp', ...path].join(' ');
    return `.SH "${title.toUpperCase()}"\n.nf\n${escaped(text.trim())}\n.fi\n`;
  });
  return `.TH CURP 1 "" "curp-service ${version}"\n.SH ${name}\ncurp \\- ${escaped(about)}\n${sections.join('')}`;
}

/** Writes the completion of bash: the commands, then the options of the command; files everywhere else. */
function completionOf(commands) {
  const cases = commands.map(({ path, text, names }) => {
    const options = Array.from(text.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm), ([, option]) => option);
    return `    '${path.join(' ')}') words='${[...names, ...options].join(' ')}' ;;`;
  });
  return `# Completion of curp for bash.
_curp() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' words='' i
  for ((i = 1; i < COMP_CWORD && i < 3; i++)); do
    case \${COMP_WORDS[i]} in -*) break ;; esac
    path="\${path:+$path }\${COMP_WORDS[i]}"
    case $path in ${commands
      .filter(({ names }) => names.length === 0)
      .map(({ path }) => `'${path.join(' ')}'`)
      .join(' | ')}) break ;; esac
  done
  case $path in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _curp curp
`;
}

/** Returns the files of the manual by their paths below `usr/share`. */
export function makeManual({ root, version }) {
  const inLanguages = Object.entries(LANGUAGES).map(([folder, words]) => {
    const commands = helpIn(root, words.locale);
    return [`man/${folder}man1/curp.1`, manualOf(commands, words, version), commands];
  });
  const [[, , commands]] = inLanguages;
  return new Map([
    ...inLanguages.map(([file, text]) => [file, text]),
    ['bash-completion/completions/curp', completionOf(commands)],
  ]);
}
