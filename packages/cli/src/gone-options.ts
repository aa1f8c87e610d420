/** Options that earlier versions had: each is refused by its name, with what to use instead. `docs/operations.md` lists them too. */
import type { Bilingual } from '@curp-service/contract/language';
import { commandFailure, EXIT } from './failure.js';
import { words } from './textos/words.js';

const IN_ENGINE: Bilingual = words('gone_options_llame_desde_el');

const SENT_BY_PROGRAMS: Bilingual = words('gone_options_envie_el_archivo');

/** Each as it was typed, such as `sql spark` or `lote --opcion`, and what to use instead. */
export const GONE_OPTIONS: Readonly<Record<string, Bilingual>> = {
  'sql spark': IN_ENGINE,
  'sql databricks': IN_ENGINE,
  'sql snowflake': IN_ENGINE,
  'sql bigquery': IN_ENGINE,
  'sql trino': IN_ENGINE,
  'lote --servidor': SENT_BY_PROGRAMS,
  lotes: SENT_BY_PROGRAMS,
  'lote --homonimos': words('gone_options_en_cada_archivo'),
  'padron importar --combinar': words('gone_options_sin_reemplazar_curp'),
  completion: words('gone_options_el_paquete_de'),
  conformidad: words('gone_options_use_node_conformance'),
};

/** Ends the command if its words have an option that is gone. */
export function refuseGoneOptions(given: readonly string[]): void {
  const typed = given.map((word) => word.replace(/^(--[^=]*)=.*$/s, '$1'));
  for (const [form, consejo] of Object.entries(GONE_OPTIONS)) {
    const [option, path] = [/--\S+$/.exec(form)?.[0], form.replace(/ ?--\S+$/, '')];
    const isOfCommand = path === '' || path === typed.slice(0, path.split(' ').length).join(' ');
    if (!isOfCommand || (option !== undefined && !typed.includes(option))) continue;
    throw commandFailure(EXIT.USAGE, ...words('gone_options_ya_no_existe', { comando: form, consejo }));
  }
}
