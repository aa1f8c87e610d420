/** Version 2: the recorded requests of the published clients, and what differs from version 1. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CODES } from '@curp-service/contract/codes/service';
import { EXAMPLE_RECORD } from '../src/openapi/answers.js';
import { type Envelope, openService } from './service.js';

interface Recorded {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const RECORDED = readFileSync(new URL('version2-requests.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

/** The names in version 1 of each method and each field. */
const OPERATIONS = new Map([
  ['calculateCURP', 'calcular_curp'],
  ['validateCurpStructure', 'validar'],
  ['getEntities', 'entidades'],
  ['getData', 'obtener_datos'],
]);
const FIELDS = new Map([
  ['names', 'nombres'],
  ['lastName', 'apellido_paterno'],
  ['secondLastName', 'apellido_materno'],
  ['yearBirth', 'anio_nacimiento'],
  ['birthMonth', 'mes_nacimiento'],
  ['birthday', 'dia_nacimiento'],
  ['gender', 'sexo'],
  ['entity', 'entidad'],
]);
/** Returns a text of version 2 with the names of version 1. */
const inVersion1 = (text: string): string =>
  Array.from(FIELDS)
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce(
      (all, [name, field]) => all.replaceAll(`\`${name}\``, `\`${field}\``).replaceAll(`"${name}"`, `"${field}"`),
      text,
    )
    .replaceAll('o `apellido_materno` vacío', 'o `apellido_materno=` vacío')
    .replaceAll('mande `apellido_materno` vacío', 'mande `apellido_materno=` vacío')
    .replaceAll('/api/v2/curp/getEntities', '/curp/entidades');

const service = openService({}, { registry: { find: () => EXAMPLE_RECORD } });
const ask = async (
  method: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  path = '/api/v2/curp',
) =>
  service.request({
    method: 'POST',
    url: `${path}/${method}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });

const PERSON = {
  names: 'Renata',
  lastName: 'Olvera',
  secondLastName: 'Tinajero',
  yearBirth: '1990',
  birthMonth: '05',
  birthday: '17',
  gender: 'M',
  entity: '09',
};
const CURP = 'OETR900517MDFLNN05';

it('the recorded requests are of three clients, for every method', () => {
  expect(new Set(RECORDED.map(({ headers }) => headers['user-agent']?.split('/')[0])).size).toBe(3);
  expect(new Set(RECORDED.map(({ url }) => url.replace(/^\/api\/v2\/curp\/|\?.*/g, '')))).toEqual(
    new Set(OPERATIONS.keys()),
  );
});

it.each(RECORDED.map((recorded, i) => [i + 1, recorded] as const))(
  'the recorded request %i gets the status and the answer of version 1',
  async (_, { method, url, headers, body }) => {
    const answered = await service.request({ method, url, headers: { ...headers }, payload: body });
    const name = url.replace(/^\/api\/v2\/curp\/|\?.*/g, '');
    const sent = JSON.parse(body) as Readonly<Record<string, unknown>>;
    const expected = await service.request({
      method: 'POST',
      url: `/curp/${OPERATIONS.get(name)}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(
        Object.fromEntries(Object.entries(sent).map(([field, value]) => [FIELDS.get(field) ?? field, value])),
      ),
    });
    expect(answered.status).toBe(expected.status);
    const { msn, ...sobre } = answered.sobre as Envelope & { readonly msn?: string };
    expect(msn).toBe(sobre.error_message ?? undefined);
    if (name === 'getData' && !sobre.error)
      expect(sobre.response).toHaveProperty('Applicant.CURP', EXAMPLE_RECORD.Solicitante.CURP);
    else expect(JSON.parse(inVersion1(JSON.stringify(sobre)))).toEqual(expected.sobre);
  },
);

describe('calculateCURP', () => {
  it.each(['/api/v2/curp', '/curp'])('returns the key, under %s', async (path) => {
    const { status, sobre } = await ask('calculateCURP', { token: 'pruebas', ...PERSON }, {}, path);
    expect({ status, sobre }).toEqual({
      status: 200,
      sobre: { error: false, code_error: 0, error_message: null, response: { curp: CURP } },
    });
  });

  it('accepts the token as Bearer, and ignores the query string', async () => {
    const { sobre } = await service.request({
      method: 'POST',
      url: '/api/v2/curp/calculateCURP?token=malo&names=Otro&nombres=Otro',
      headers: { 'content-type': 'application/json', authorization: 'Bearer pruebas' },
      payload: JSON.stringify(PERSON),
    });
    expect(sobre.response).toEqual({ curp: CURP });
  });

  it('names the fields of version 2 in every message, and repeats the first as msn', async () => {
    const { status, sobre } = await ask('calculateCURP', { token: 'pruebas', nombres: 'Renata', birthday: 5 });
    expect(status).toBe(400);
    expect(sobre.response.errores?.map(({ code_error, parametro }) => [code_error, parametro])).toEqual([
      [400, 'names'],
      [401, 'lastName'],
      [402, 'secondLastName'],
      [403, 'yearBirth'],
      [404, 'birthMonth'],
      [406, 'gender'],
      [407, 'entity'],
      [414, 'birthday'],
    ]);
    expect(sobre).toMatchObject({
      code_error: 400,
      error_message: 'Falta `names`: escriba el nombre o los nombres de pila.',
      msn: 'Falta `names`: escriba el nombre o los nombres de pila.',
    });
    const messages = sobre.response.errores?.map(({ error_message }) => error_message).join(' ');
    expect(messages).toContain('o mande `secondLastName` vacío si la persona tiene uno solo');
    expect(messages).toContain('las claves están en `/api/v2/curp/getEntities`');
    expect(messages).not.toMatch(/nombres`|apellido_|_nacimiento|`sexo|`entidad/);
  });

  it('has no detalle', async () => {
    const { sobre } = await ask('calculateCURP', { token: 'pruebas', ...PERSON, detalle: '1' });
    expect(sobre.response).toEqual({ curp: CURP });
  });

  it('counts as calcular_curp in the usage and the metrics', async () => {
    const other = openService();
    const { token, proyecto } = await other.createProject();
    const url = '/api/v2/curp/calculateCURP';
    const headers = { 'content-type': 'application/json' };
    await other.request({ method: 'POST', url, headers, payload: JSON.stringify({ token, ...PERSON }) });
    await other.request({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: 'x' });
    expect(other.metrics()).toMatch(/operacion="calcular_curp",code_error="0"/);
    expect(other.metrics()).toMatch(/operacion="calcular_curp",code_error="8"/);
    await other.close();
    expect(proyecto.id).toBeTypeOf('string');
  });
});

it('getData returns the record with the names, numbers and date of version 2', async () => {
  const { sobre } = await ask('getData', { token: 'pruebas', curp: EXAMPLE_RECORD.Solicitante.CURP });
  expect(sobre.response).toEqual({
    Applicant: {
      CURP: 'CUOA900517MDFRXN01',
      Names: 'MARÍA DE LOS ÁNGELES',
      LastName: 'DE LA CRUZ',
      SecondLastName: "O'HARA",
      GenderKey: 'M',
      Gender: 'MUJER',
      DateOfBirth: '1990-05-17',
      Nacionality: 'MEX',
      CodeEntityBirth: 'DF',
      EntityBirth: 'CIUDAD DE MÉXICO',
      KeyEvidentiaryDocument: 1,
      EvidentiaryDocument: 'ACTA DE NACIMIENTO',
      CurpStatusKey: 'AN',
      CurpStatus: 'ALTA NORMAL',
    },
    EvidentiaryDocument: {
      YearRegistration: 1990,
      KeyIssuingEntity: 'DF',
      KeyMunicipalityRegistration: 15,
      MunicipalityRegistration: 'CUAUHTÉMOC',
      Foja: '',
      FolioLetter: '',
      Book: '',
      CertificateNumber: 123,
      RegistrantNumber: 9,
      RegistrationEntity: 'CIUDAD DE MÉXICO',
      ForeignRegistrationNumber: '',
      Volume: '',
    },
  });
});

it('getData keeps a date that it cannot read, and texts that are no numbers', async () => {
  const odd = {
    Solicitante: { ...EXAMPLE_RECORD.Solicitante, FechaNacimiento: 'SIN DATO', ClaveDocProbatorio: '1-A' },
    DocProbatorio: EXAMPLE_RECORD.DocProbatorio,
  };
  const other = openService({}, { registry: { find: async () => Promise.resolve(odd) } });
  const { sobre } = await other.request({
    method: 'POST',
    url: '/api/v2/curp/getData',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ token: 'pruebas', curp: CURP }),
  });
  expect(sobre.response).toMatchObject({ Applicant: { DateOfBirth: 'SIN DATO', KeyEvidentiaryDocument: '1-A' } });
});

it.each([
  ['an unknown method', 'POST', '/api/v2/curp/calculatecurp', 404, CODES.sin_operacion],
  ['an operation of version 1', 'POST', '/api/v2/curp/calcular_curp', 404, CODES.sin_operacion],
  ['GET', 'GET', '/api/v2/curp/getEntities', 405, CODES.metodo],
] as const)('%s has msn in a failure too', async (_, method, url, status, { code, es }) => {
  const answered = await service.request({ method, url });
  expect(answered.status).toBe(status);
  expect(answered.sobre).toEqual({ error: true, code_error: code, error_message: es, response: {}, msn: es });
});

it('a missing token is asked for in the body', async () => {
  const { status, sobre } = await service.request({ method: 'POST', url: '/api/v2/curp/getEntities' });
  expect(status).toBe(401);
  expect(sobre.error_message).toBe(
    'Falta `token`: mande el de su proyecto en `"token": "…"` o en `Authorization: Bearer …`.',
  );
});

it('version 1 has no msn', async () => {
  expect((await service.request('/curp/validar?token=pruebas')).sobre).not.toHaveProperty('msn');
});
