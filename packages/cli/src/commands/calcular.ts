/** `curp calcular`: calculates the CURP of a person. */
import { calcular as calcularClave, explicar } from '@curp-service/core';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Command } from 'commander';
import { addCommand } from '../terminal/help.js';
import { calculatedNotice, printNotices } from '../person/key.js';
import { paint } from '../terminal/color.js';
import { type Environment, json } from '../environment.js';
import { addPersonOptions, askPerson, personExample, type PersonOptions, requireOk } from '../person/person.js';

export function calcular(program: Command, environment: Environment): void {
  const { language, text, print } = environment;
  const command = addCommand(
    program,
    'calcular',
    text,
    text('calcula la CURP de una persona', 'calculates the CURP of a person'),
    ['curp calcular', ...personExample('curp calcular')],
  );
  addPersonOptions(command, environment).action(async (options: PersonOptions) => {
    const persona = await askPerson(options, environment, command);
    if (options.json) {
      const { curp } = requireOk(calcularClave(persona, CORE_OPTIONS[language]), options, environment);
      print(json({ curp }));
      return;
    }
    // `calcular` returns no notices, the explanation does.
    const { curp, avisos } = requireOk(explicar(persona, CORE_OPTIONS[language]), options, environment);
    print(paint('bold', curp));
    printNotices(avisos, environment);
    print(calculatedNotice(text));
  });
}
