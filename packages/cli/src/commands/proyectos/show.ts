/** A project as it is shown. */
import type { Project, Token } from '@curp-service/server/admin';
import type { Texto } from '../../environment.js';
import { Falla, SALIDA } from '../../failure.js';
import { ficha } from '../../terminal/table.js';

export const limiteEnPalabras = ({ limite }: Project, texto: Texto): string =>
  limite === null ? texto('del servicio', 'service’s') : String(limite);

export const cuotaEnPalabras = ({ cuota }: Project, texto: Texto): string =>
  cuota === null ? texto('ninguna', 'none') : String(cuota);

/** A token that was just made, itself beside its id. */
export interface TokenNuevo {
  readonly id: string;
  readonly token: string;
}

export function fichaDe(proyecto: Project, texto: Texto, nuevo?: TokenNuevo): string {
  return ficha([
    ['id', proyecto.id],
    [texto('nombre', 'name'), proyecto.nombre],
    [texto('estado', 'state'), proyecto.estado],
    [texto('límite', 'limit'), limiteEnPalabras(proyecto, texto)],
    [texto('cuota', 'quota'), cuotaEnPalabras(proyecto, texto)],
    ...(nuevo === undefined
      ? []
      : [[texto('id del token', 'token id'), nuevo.id] as const, ['token', nuevo.token] as const]),
  ]);
}

export const guardeElToken = (texto: Texto): string =>
  texto('Guarde el token ahora: no se vuelve a mostrar.', 'Save the token now: it will not be shown again.');

/** How long the service believes what it has read. */
export const enCincoSegundos = (texto: Texto): string =>
  texto('Un servicio en marcha lo aplica en menos de 5 segundos.', 'A running service applies it within 5 seconds.');

export const nombreOcupado = (texto: Texto): Falla =>
  new Falla(
    SALIDA.NO,
    texto(
      'Ya hay un proyecto con ese nombre: elija otro, o vea los que hay con `curp proyectos listar`.',
      'There is a project with that name already: choose another, or see those there are with `curp proyectos listar`.',
    ),
  );

/** Those that still open their project. */
export const vigentes = (tokens: readonly Token[], ahora: number): readonly Token[] =>
  tokens.filter(({ vence }) => vence === null || Date.parse(vence) > ahora);
