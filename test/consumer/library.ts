/** Uses every entry that needs no Node; `test/packages.test.ts` compiles it beside the packed packages. */
import { type Calculo, type Persona, calcular, explicar } from '@curp-service/core';
import { en } from '@curp-service/core/en';
import { codigosDeClave } from '@curp-service/core/masivo';
import { REGLAS, type Regla } from '@curp-service/core/reglas';
import { trazar } from '@curp-service/core/trazar';
import { CurpClient, CurpConnectionError, type JobStatus } from '@curp-service/client';
import { Lote, type LoteOptions } from '@curp-service/lote';
import { ROW_AND_FILE_CODES } from '@curp-service/contract/codes/file';
import { PERSON_PARAMETERS } from '@curp-service/contract/parameters';
import { toWire } from '@curp-service/contract/answers';
import { readDate } from '@curp-service/contract/values';
import { sheetNames } from '@curp-service/lote/xlsx';

const persona: Persona = {
  nombres: 'Renata',
  apellidoPaterno: 'Olvera',
  apellidoMaterno: 'Tinajero',
  fechaNacimiento: '1990-05-17',
  sexo: 'M',
  entidad: '09',
};
const calculo: Calculo = calcular(persona);
export const curp: string = calculo.ok
  ? calculo.curp
  : calculo.hallazgos.map((hallazgo) => toWire(hallazgo).mensaje).join();

const explicada = explicar(persona, { idioma: en });
export const reglas: Regla[] = explicada.ok ? explicada.explicacion.map(({ regla }) => regla) : [];
export const textos: string[] = reglas.map((regla) => REGLAS[regla][1]);

const opciones: LoteOptions = { formato: 'csv', operacion: 'cotejar' };
export const piezas: Uint8Array[] = [...new Lote(opciones).process(new Uint8Array())];
export const hojas: Promise<string[]> = sheetNames(new Uint8Array());
export const otras = [
  codigosDeClave,
  trazar(persona)?.nombres,
  Object.keys(ROW_AND_FILE_CODES),
  PERSON_PARAMETERS,
  readDate('1990-05-17'),
];

const client = new CurpClient({ url: 'https://curp.example.mx', token: 'pruebas' });
export const digito: Promise<string> = client
  .calcular(persona, { detalle: true })
  .then(({ digito_verificador }) => digito_verificador);
export const trabajo: Promise<JobStatus> = client.createJob(() => new Blob([]), { formato: 'csv' });
export const noContesta = (error: unknown): boolean => error instanceof CurpConnectionError;

// @ts-expect-error -- nothing is `any`
export const mal: number = calcular(persona);
