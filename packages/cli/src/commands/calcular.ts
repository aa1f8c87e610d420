/** `curp calcular`: calculates the CURP of a person. */
import { explicar } from '@curp-service/core';
import { coreOptions } from '../environment.js';
import { calculatedNotice, noticeLines } from '../person/key.js';
import { askPerson, PERSON_OPTIONS, personExample, requireOk } from '../person/person.js';
import { paint } from '../terminal/color.js';
import { command } from '../terminal/commands.js';
import { words } from '../textos/words.js';

export const calcular = command({
  name: 'calcular',
  about: words('calcular_calcula_la_curp'),
  examples: ['curp calcular', ...personExample('curp calcular')],
  options: PERSON_OPTIONS,
  run: async (_, options) => {
    // `calcular` of `core` returns no notices; the explanation does.
    const { curp, avisos } = requireOk(explicar(await askPerson(options), coreOptions()), options);
    return { json: { curp }, text: [paint('bold', curp), ...noticeLines(avisos), calculatedNotice()].join('\n') };
  },
});
