/** What a command needs to be told: from the command line or, on a terminal, by asking for what is not there. */
import type { Persona } from '@curp-service/core';
import type { Command } from 'commander';
import { CLAVE, type Campo, PERSONA } from './data.js';
import type { Entorno } from '../environment.js';
import { type Dados, type OpcionesDePersona, exigir, leerPersona, problemasDe } from './person.js';
import { hayTerminal, preguntar } from '../terminal/questions.js';

export async function obtenerPersona(
  opciones: OpcionesDePersona,
  entorno: Entorno,
  command: Command,
): Promise<Persona> {
  return leerPersona(await completar(PERSONA, opciones, opciones, entorno, command));
}

export async function obtenerClave(
  curp: string | undefined,
  opciones: { readonly json?: true },
  entorno: Entorno,
  command: Command,
): Promise<string> {
  const completos = await completar([CLAVE], curp === undefined ? {} : { curp }, opciones, entorno, command);
  return completos.curp ?? '';
}

export async function obtenerClaveYPersona(
  curp: string | undefined,
  opciones: OpcionesDePersona,
  entorno: Entorno,
  command: Command,
): Promise<{ readonly curp: string; readonly persona: Persona }> {
  const dados = { ...opciones, ...(curp === undefined ? {} : { curp }) };
  const completos = await completar([CLAVE, ...PERSONA], dados, opciones, entorno, command);
  return { curp: completos.curp ?? '', persona: leerPersona(completos) };
}

/** The data with those that are asked for. Where those given are wrong, says so before it asks. */
async function completar(
  campos: readonly Campo[],
  dados: Dados,
  opciones: { readonly json?: true },
  entorno: Entorno,
  command: Command,
): Promise<Dados> {
  const faltan = campos.filter(({ campo }) => dados[campo] === undefined);
  if (faltan.length > 0 && !hayTerminal()) faltaDecir(faltan, entorno, command);
  const hallazgos = problemasDe(dados, entorno);
  exigir(hallazgos.length === 0 ? { ok: true } : { ok: false, hallazgos }, opciones, entorno);
  if (faltan.length === 0) return dados;
  const respuestas = await preguntar(
    faltan.map(({ campo, pregunta }) => ({
      pregunta: entorno.texto(...pregunta),
      problemas: (respuesta) => problemasDe({ [campo]: respuesta }, entorno).map(({ mensaje }) => mensaje),
    })),
  );
  return { ...dados, ...Object.fromEntries(faltan.map(({ campo }, i) => [campo, respuestas[i]])) };
}

function faltaDecir(faltan: readonly Campo[], { texto }: Entorno, command: Command): never {
  const lista = faltan.map(({ flag }) => flag).join(', ');
  const nota = faltan.some(({ campo }) => campo === 'apellidoMaterno')
    ? texto(' Con un solo apellido: --apellido-materno "".', ' With one surname only: --apellido-materno "".')
    : '';
  return command.error(texto(`Falta: ${lista}.${nota}`, `Missing: ${lista}.${nota}`));
}
