/** `curp cotejar`: does a key belong to a person? */
import { type Cotejo, type Resultado, cotejar as comparar } from '@curp-service/core';
import { comparisonAnswer } from '@curp-service/contract/answers';
import { CORE_OPTIONS } from '@curp-service/contract/language';
import type { Command } from 'commander';
import { comando } from '../terminal/help.js';
import { caracteres, esCalculada, marcas } from '../person/key.js';
import { pintar } from '../terminal/color.js';
import { PERSONA, nombreDe } from '../person/data.js';
import { type Entorno, type Texto, json } from '../environment.js';
import { SALIDA } from '../failure.js';
import { obtenerClaveYPersona } from '../person/ask.js';
import { type OpcionesDePersona, conPersona, ejemploDePersona, exigir } from '../person/person.js';
import { ficha } from '../terminal/table.js';

const RESULTADOS: Readonly<Record<Resultado, readonly [color: 'green' | 'red', es: string, en: string]>> = {
  identica: ['green', 'es la clave que dan los datos.', 'it is the key that the data give.'],
  misma_raiz: [
    'green',
    'los mismos datos, con el diferenciador de un homónimo.',
    'the same data, with the differentiator of a homonym.',
  ],
  difiere: ['red', 'no es la clave que dan los datos.', 'it is not the key that the data give.'],
};

export function cotejar(program: Command, entorno: Entorno): void {
  const { idioma, texto, print } = entorno;
  const command = comando(
    program,
    'cotejar',
    texto,
    texto(
      'dice si una CURP es de una persona, dato por dato',
      'tells whether a CURP belongs to a person, datum by datum',
    ),
    ['curp cotejar OETR900517MDFLNN05', ...ejemploDePersona('curp cotejar OETR900517MDFLNN05')],
  ).argument('[CURP]', texto('la clave; si falta, se pregunta', 'the key; if absent, it is asked for'));
  conPersona(command, entorno).action(async (argumento: string | undefined, opciones: OpcionesDePersona) => {
    const { curp, persona } = await obtenerClaveYPersona(argumento, opciones, entorno, command);
    const cotejo = exigir(comparar(curp, persona, CORE_OPTIONS[idioma]), opciones, entorno);
    const { resultado } = cotejo;
    if (resultado === 'difiere') process.exitCode = SALIDA.NO;
    if (opciones.json) {
      print(json(comparisonAnswer(cotejo)));
      return;
    }
    const [color, es, en] = RESULTADOS[resultado];
    print(`${pintar(color, resultado)}: ${texto(es, en)}\n`);
    print(`${unaSobreOtra(curp, cotejo, texto)}\n`);
    if (resultado === 'difiere') print(`${queDifiere(cotejo, texto)}\n`);
    print(esCalculada(texto));
  });
}

/** The two keys, with marks under the positions that differ. */
function unaSobreOtra(curp: string, { calculada, posiciones }: Cotejo, texto: Texto): string {
  const recibida = caracteres(curp);
  const distintas = [
    ...posiciones.filter(({ coincide }) => !coincide).map(({ posicion }) => posicion),
    ...recibida.slice(calculada.length).map((_, i) => calculada.length + i + 1),
  ];
  const resaltar = (clave: readonly string[], color: 'green' | 'red'): string =>
    clave.map((c, i) => (distintas.includes(i + 1) ? pintar(['bold', color], c) : c)).join('');
  return ficha([
    [texto('recibida', 'given'), resaltar(recibida, 'red')],
    [texto('calculada', 'calculated'), resaltar(Array.from(calculada), 'green')],
    ['', marcas(distintas)],
  ]).trimEnd();
}

function queDifiere({ campos }: Cotejo, texto: Texto): string {
  const distintos = PERSONA.filter(({ dato }) => campos[dato] === 'difiere').map(({ dato }) => nombreDe(dato, texto));
  if (distintos.length === 0) {
    return texto('Los datos coinciden: difiere lo demás de la clave.', 'The data agree: the rest of the key differs.');
  }
  return `${texto('Difiere', 'Differs')}: ${distintos.join(', ')}.`;
}
