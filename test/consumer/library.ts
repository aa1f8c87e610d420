/** A program that uses every entry without Node; `test/packages.test.ts` compiles it against the packed packages. */
import { CurpClient, CurpConnectionError, type JobStatus } from '@curp-service/client';
import { type Calculo, type Persona, calcular, explicar } from '@curp-service/core';
import '@curp-service/core/campo';
import { parseNombre } from '@curp-service/core/completo';
import { en } from '@curp-service/core/en';
import { codigosDeClave } from '@curp-service/core/leido';
import { REGLAS, type Regla } from '@curp-service/core/reglas';
import { trazar } from '@curp-service/core/trazar';
import { Lote, type LoteOptions } from '@curp-service/lote';
import { ROW_AND_FILE_CODES } from '@curp-service/contract/codes/file';
import { PERSON_PARAMETERS } from '@curp-service/contract/columns';
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

const explained = explicar(persona, { idioma: en });
export const reglas: Regla[] = explained.ok ? explained.explicacion.map(({ regla }) => regla) : [];
export const texts: string[] = reglas.map((regla) => REGLAS[regla][1]);

const options: LoteOptions = { formato: 'csv', operacion: 'cotejar' };
export const pieces: Uint8Array[] = [...new Lote(options).process(new Uint8Array())];
export const sheets: Promise<string[]> = sheetNames(new Uint8Array());
export const others = [
  codigosDeClave,
  trazar(persona)?.nombres,
  Object.keys(ROW_AND_FILE_CODES),
  PERSON_PARAMETERS,
  readDate('1990-05-17'),
  parseNombre('Olvera Tinajero Renata', 'apellidos')?.nombres,
];

const client = new CurpClient({ url: 'https://curp.example.mx', token: 'pruebas' });
export const digit: Promise<string> = client
  .calcular(persona, { detalle: true })
  .then(({ digito_verificador }) => digito_verificador);
export const job: Promise<JobStatus> = client.createJob(() => new Blob([]), { formato: 'csv' });
export const noAnswer = (error: unknown): boolean => error instanceof CurpConnectionError;

const campo = document.querySelector('curp-campo');
campo?.addEventListener('curp', ({ detail }) => detail.curp.trim());
export const reason: string | undefined = campo?.validationMessage;

// @ts-expect-error -- no type is `any`
export const wrong: number = calcular(persona);
