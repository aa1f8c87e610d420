/** `curp calcular`: the key of a person. */
import { calcular as calcularClave, explicar } from '@curp-service/core';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Command } from 'commander';
import { comando } from '../terminal/help.js';
import { decirAvisos, esCalculada } from '../person/key.js';
import { pintar } from '../terminal/color.js';
import { type Entorno, json } from '../environment.js';
import { obtenerPersona } from '../person/ask.js';
import { type OpcionesDePersona, conPersona, ejemploDePersona, exigir } from '../person/person.js';

export function calcular(program: Command, entorno: Entorno): void {
  const { idioma, texto, print } = entorno;
  const command = comando(
    program,
    'calcular',
    texto,
    texto('calcula la CURP de una persona', 'calculates the CURP of a person'),
    ['curp calcular', ...ejemploDePersona('curp calcular')],
  );
  conPersona(command, entorno).action(async (opciones: OpcionesDePersona) => {
    const persona = await obtenerPersona(opciones, entorno, command);
    if (opciones.json) {
      const { curp } = exigir(calcularClave(persona, CORE_OPTIONS[idioma]), opciones, entorno);
      print(json({ curp }));
      return;
    }
    // The explanation, for its notices.
    const { curp, avisos } = exigir(explicar(persona, CORE_OPTIONS[idioma]), opciones, entorno);
    print(pintar('bold', curp));
    decirAvisos(avisos, entorno);
    print(esCalculada(texto));
  });
}
