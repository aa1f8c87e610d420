/** Options that earlier versions had: each is refused by its name, with what to use instead. `docs/operations.md` lists them too. */
import type { Bilingual } from '@curp-service/contract/language';
import { commandFailure, EXIT } from './failure.js';

const IN_ENGINE: Bilingual = [
  'llame desde él las funciones de `curp python`.',
  'call the functions of `curp python` from it.',
];

const SENT_BY_PROGRAMS: Bilingual = [
  'envíe el archivo a `/curp/lote` o a `/curp/lotes`, como hace `@curp-service/client`.',
  'send the file to `/curp/lote` or `/curp/lotes`, as `@curp-service/client` does.',
];

/** Each as it was typed, such as `sql spark` or `lote --opcion`, and what to use instead. */
export const GONE_OPTIONS: Readonly<Record<string, Bilingual>> = {
  'sql spark': IN_ENGINE,
  'sql databricks': IN_ENGINE,
  'sql snowflake': IN_ENGINE,
  'sql bigquery': IN_ENGINE,
  'sql trino': IN_ENGINE,
  'lote --servidor': SENT_BY_PROGRAMS,
  lotes: SENT_BY_PROGRAMS,
  'lote --homonimos': [
    'en cada archivo, la misma persona o la misma clave en dos filas queda por revisar.',
    'in every file, the same person or the same key in two rows is to be reviewed.',
  ],
  'padron importar --combinar': [
    'sin `--reemplazar`, `curp padron importar` siempre combina.',
    'without `--reemplazar`, `curp padron importar` always merges.',
  ],
  completion: [
    'el paquete de Debian trae lo que completa los comandos en bash.',
    'the Debian package brings the completion of bash.',
  ],
  conformidad: ['use `node conformance/run.mjs -- PROGRAMA`.', 'use `node conformance/run.mjs -- PROGRAM`.'],
};

/** Ends the command if its words have an option that is gone. */
export function refuseGoneOptions(words: readonly string[]): void {
  const typed = words.map((word) => word.replace(/^(--[^=]*)=.*$/s, '$1'));
  for (const [form, [es, en]] of Object.entries(GONE_OPTIONS)) {
    const [option, path] = [/--\S+$/.exec(form)?.[0], form.replace(/ ?--\S+$/, '')];
    const isOfCommand = path === '' || path === typed.slice(0, path.split(' ').length).join(' ');
    if (!isOfCommand || (option !== undefined && !typed.includes(option))) continue;
    throw commandFailure(
      EXIT.USAGE,
      `\`curp ${form}\` ya no existe: ${es}`,
      `\`curp ${form}\` no longer exists: ${en}`,
    );
  }
}
