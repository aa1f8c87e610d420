/** Asks on a terminal what only a person can know of a file, and shows the option that says it the next time. */
import type { UnreadableFile } from '@curp-service/contract/codes/file';
import { FIELDS } from '@curp-service/contract/columns';
import { FIELD_NAMES } from '@curp-service/contract/people-words';
import type { CommandContext, Translate } from '../../environment.js';
import { PIPE } from '../../files/format.js';
import { ask, hasTerminal } from '../../terminal/questions.js';
import type { LoteCommandOptions } from './plan.js';

type AskedOptions = Partial<LoteCommandOptions>;

interface Asked {
  readonly prompt: string;
  /** The options that each answer stands for; `null`: it is no answer. */
  readonly read: (answer: string) => AskedOptions | null;
}

/** The options that answer the question; `null`: there is none, or nobody to ask. */
export async function askAbout(
  error: UnreadableFile,
  path: string,
  options: LoteCommandOptions,
  { text }: CommandContext,
): Promise<AskedOptions | null> {
  const asked = questionOf(error, options, text);
  if (asked === null || options.sin_preguntas === true || path === PIPE || !hasTerminal()) return null;
  const invalid = text('Conteste con una de esas palabras.', 'Answer with one of those words.');
  const [typed = ''] = await ask([
    { prompt: asked.prompt, problems: (answer) => (asked.read(answer.trim()) === null ? [invalid] : []) },
  ]);
  const answer = asked.read(typed.trim()) ?? {};
  process.stderr.write(`${text('La próxima vez', 'The next time')}: ${flagsOf(answer, options)}\n`);
  return answer;
}

function questionOf({ problem }: UnreadableFile, options: LoteCommandOptions, text: Translate): Asked | null {
  const { cause, parametro, parts = {} } = problem;
  if (cause === 'archivo_sexo') {
    return {
      prompt: text(
        'La columna del sexo trae solo M: ¿mujer o masculino?',
        'The column of the sex has only M: mujer (woman) or masculino (man)?',
      ),
      read: (answer) => (/^muj/i.test(answer) ? { sexo: 'hm' } : /^(masc|hom)/i.test(answer) ? { sexo: 'fm' } : null),
    };
  }
  if (cause === 'archivo_nombre_completo') {
    return {
      prompt: text(
        'El nombre viene completo en una columna: ¿qué va primero, apellidos o nombres?',
        'The whole name is in one column: what comes first, apellidos (surnames) or nombres (given names)?',
      ),
      read: (answer) =>
        /^ap/i.test(answer)
          ? { nombre_completo: 'apellidos' }
          : /^nom/i.test(answer)
            ? { nombre_completo: 'nombres' }
            : null,
    };
  }
  const field = FIELDS.find((known) => known === parametro);
  if ((cause !== 'archivo_dudosa' && cause !== 'archivo_ambiguo') || field === undefined) return null;
  const names = Array.from((parts['columnas'] ?? '').matchAll(/«([^»]*)»/g), ([, name = '']) => name);
  const [es, en] = FIELD_NAMES[field];
  return {
    prompt: text(
      `¿Qué columna es «${es}»: ${names.join(', ')} o ninguna?`,
      `Which column is “${en}”: ${names.join(', ')} or ninguna (none)?`,
    ),
    read: (answer) => {
      const name = names.find((known) => known.toLowerCase() === answer.toLowerCase());
      if (name === undefined && !/^(ninguna|none)$/i.test(answer)) return null;
      return { columna: [...options.columna, `${field}=${name ?? ''}`] };
    },
  };
}

/** The answer as the options of the command. */
const flagsOf = ({ columna, ...others }: AskedOptions, before: LoteCommandOptions): string =>
  [
    ...Object.entries(others).map(([name, value]) => `--${name.replace('_', '-')} ${String(value)}`),
    ...(columna ?? []).slice(before.columna.length).map((value) => `--columna '${value}'`),
  ].join(' ');
