/** `curp explicar`: the key of a person with the origin of its 18 characters, each datum in a colour of its own. */
import { type Caracter, candidatas, explicar as explicarClave } from '@curp-service/core';
import { explanationAnswer } from '@curp-service/contract/answers';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Command } from 'commander';
import { comando } from '../terminal/help.js';
import { decirAvisos, esCalculada, rangos } from '../person/key.js';
import { hayColor, pintar } from '../terminal/color.js';
import { COLORES, ORIGENES, nombreDe } from '../person/data.js';
import { type Entorno, type Texto, json } from '../environment.js';
import { obtenerPersona } from '../person/ask.js';
import { type OpcionesDePersona, conPersona, ejemploDePersona, exigir } from '../person/person.js';
import { parrafo } from '../terminal/table.js';

interface Opciones extends OpcionesDePersona {
  readonly candidatas?: true;
}

export function explicar(program: Command, entorno: Entorno): void {
  const { idioma, texto, print } = entorno;
  const command = comando(
    program,
    'explicar',
    texto,
    texto('explica de dónde sale cada carácter de la CURP', 'explains where each character of the CURP comes from'),
    ['curp explicar', ...ejemploDePersona('curp explicar --candidatas')],
  );
  conPersona(command, entorno)
    .option(
      '--candidatas',
      texto('también las diez claves que el registro pudo asignar', 'also the ten keys that the registry may assign'),
    )
    .action(async (opciones: Opciones) => {
      const persona = await obtenerPersona(opciones, entorno, command);
      const explicacion = exigir(explicarClave(persona, CORE_OPTIONS[idioma]), opciones, entorno);
      const { candidatas: claves } = exigir(candidatas(persona), opciones, entorno);
      if (opciones.json) {
        print(json(explanationAnswer(explicacion, claves)));
        return;
      }
      print(`${pintar('bold', explicacion.curp)}\n`);
      print(`${regla(explicacion.explicacion, texto)}\n`);
      print(`${lineas(explicacion.explicacion)}\n`);
      if (opciones.candidatas) print(`${lista(claves, texto)}\n`);
      decirAvisos(explicacion.avisos, entorno);
      print(esCalculada(texto));
    });
}

/** The characters in a row above their positions and, in colours, what these mean. */
function regla(explicacion: readonly Caracter[], texto: Texto): string {
  const fila = explicacion.map(({ caracter, dato }) => `  ${pintar(COLORES[dato], caracter)}`);
  const posiciones = explicacion.map(({ posicion }) => String(posicion).padStart(3));
  const leyenda = ORIGENES.map((dato) => pintar(COLORES[dato], nombreDe(dato, texto)));
  return [
    ` ${fila.join('')}`,
    pintar('dim', ` ${posiciones.join('')}`),
    ...(hayColor() ? ['', `   ${leyenda.slice(0, 4).join('  ')}`, `   ${leyenda.slice(4).join('  ')}`] : []),
  ].join('\n');
}

/** A line for each character; those that have one origin share theirs. */
const lineas = (explicacion: readonly Caracter[]): string =>
  juntos(explicacion)
    .map((grupo) => {
      const [{ dato, regla: id, texto }] = grupo;
      const posiciones = rangos(grupo.map(({ posicion }) => posicion)).padStart(5);
      const letras = grupo.map(({ caracter }) => caracter).join('');
      const margen = [pintar('dim', posiciones), pintar(COLORES[dato], letras.padEnd(2)), pintar('dim', id.padEnd(8))];
      return parrafo(`  ${margen.join('  ')}  `, texto);
    })
    .join('\n');

type Grupo = [Caracter, ...Caracter[]];

function juntos(explicacion: readonly Caracter[]): Grupo[] {
  const grupos: Grupo[] = [];
  for (const caracter of explicacion) {
    const ultimo = grupos.at(-1);
    if (ultimo?.[0].dato === caracter.dato && ultimo[0].texto === caracter.texto) ultimo.push(caracter);
    else grupos.push([caracter]);
  }
  return grupos;
}

function lista(claves: readonly string[], texto: Texto): string {
  const titulo = texto(
    'Las diez claves que el registro pudo asignar:',
    'The ten keys that the registry may have assigned:',
  );
  return [titulo, '', ...claves.map((clave) => `  ${clave.slice(0, 16)}${pintar('bold', clave.slice(16))}`)].join('\n');
}
