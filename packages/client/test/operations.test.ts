/** The operations of the client, against the service. */
import { describe, expect, it } from 'vitest';
import { CurpClient, type CurpServiceError, type ObtenerDatosResponse } from '../src/index.js';
import { CURP, PERSONA, failureOf, startService } from './service.js';
import { SOLICITANTE } from '../../contract/test/people.js';
import { RENATA } from '../../core/test/people.js';

const RECORD: ObtenerDatosResponse = {
  Solicitante: SOLICITANTE,
  DocProbatorio: {
    AnioRegistro: '1990',
    ClaveEntidadEmisora: 'DF',
    ClaveMunicipioRegistro: '015',
    MunicipioRegistro: 'CUAUHTÉMOC',
    Foja: '',
    FolioCarta: '',
    Libro: '',
    NumActa: '00123',
    NumEntidadRegistrante: '09',
    EntidadRegistrante: 'CIUDAD DE MÉXICO',
    NumRegExtranjeros: '',
    Tomo: '',
  },
};

describe('the client', () => {
  it('calculates a person under either set of names', async () => {
    const { client } = await startService();
    expect(await client.calcular(RENATA)).toEqual({ curp: CURP });
    expect(await client.calcular(PERSONA)).toEqual({ curp: CURP });
    const { nombres, apellidoPaterno, fechaNacimiento, sexo, entidad } = RENATA;
    const one = { nombres, apellidoPaterno, fechaNacimiento, sexo, entidad };
    expect((await client.calcular(one)).curp).toBe('OEXR900517MDFLXN07');
  });

  it('explains the 18 characters in the language of the client if calcular has detalle', async () => {
    const { client } = await startService();
    const { curp, raiz, candidatas, explicacion } = await client.calcular(RENATA, { detalle: true });
    expect([curp, raiz, candidatas.length, explicacion.length]).toEqual([CURP, CURP.slice(0, 16), 10, 18]);
    expect(explicacion[4]?.texto).toBe('the year of birth, 1990');
  });

  it('returns the findings about a bad key in validar', async () => {
    const { client } = await startService();
    const { valido, hallazgos, datos } = await client.validar('OETR900517MDFLNN06');
    expect([valido, hallazgos.map(({ codigo }) => codigo), datos.fecha_nacimiento]).toEqual([
      false,
      ['digito_verificador'],
      '1990-05-17',
    ]);
  });

  it('compares a key with a person, even one that has another key', async () => {
    const { client } = await startService();
    const withKey = { ...RENATA, curp: CURP };
    const { resultado, campos } = await client.cotejar('OETR900517HDFLNN09', withKey);
    expect([resultado, campos.sexo]).toEqual(['difiere', 'difiere']);
  });

  it.each([
    [{ nombres: 'Renata', rfc: 'OETR900517AB1' }, 'compatible', 'coincide'],
    [{ apellidoPaterno: 'Olvera', fechaNacimiento: '1990-05-17' }, 'compatible', 'sin_dato'],
    [{ apellido_paterno: 'Olvera', apellido_materno: '' }, 'difiere', 'sin_dato'],
    [{ apellidoPaterno: 'Olvera', apellidoMaterno: null }, 'difiere', 'sin_dato'],
    [{ anio_nacimiento: '1990', mes_nacimiento: '05', dia_nacimiento: '18' }, 'difiere', 'sin_dato'],
  ])('compares any part of the data in cotejar: %o', async (known, expected, rfc) => {
    const { client } = await startService();
    const { resultado, campos } = await client.cotejar(CURP, known);
    expect([resultado, campos.rfc]).toEqual([expected, rfc]);
  });

  it('returns the catalogue of entities', async () => {
    const { client } = await startService();
    const entidades = await client.entidades();
    expect(entidades).toHaveLength(33);
    expect(entidades[8]).toEqual({
      clave_entidad: '09',
      nombre_entidad: 'CIUDAD DE MÉXICO',
      abreviatura_entidad: 'DF',
    });
  });

  it('returns the record of the registry in obtenerDatos', async () => {
    const { client } = await startService({}, { registry: { find: () => RECORD } });
    expect(await client.obtenerDatos(CURP)).toEqual(RECORD);
  });
});

describe('a failure of the client', () => {
  it('has the code, status and problems of a refusal, and the id of the request', async () => {
    const { client } = await startService();
    const call = client.calcular({ ...PERSONA, mes_nacimiento: '5', sexo: 'F' });
    const failure = await failureOf<CurpServiceError>(call);
    expect(failure).toMatchObject({ name: 'CurpServiceError', codeError: 413, httpStatus: 400, retryAfter: undefined });
    expect(failure.message).toContain('`mes_nacimiento` must have 2 digits');
    expect(failure.errores.map(({ code_error, parametro }) => [code_error, parametro])).toEqual([
      [413, 'mes_nacimiento'],
      [416, 'sexo'],
    ]);
    expect(failure.requestId).toMatch(/\S/);
  });

  it('is code 2 for an unknown token, and never repeats the token', async () => {
    const { url } = await startService();
    const client = new CurpClient({ url, token: 'desconocido' });
    const failure = client.validar(CURP);
    await expect(failure).rejects.toMatchObject({ codeError: 2, httpStatus: 401 });
    await expect(failure).rejects.not.toThrow(/desconocido/);
  });

  it('is thrown for a token that no header can hold, without repeating it', () => {
    for (const token of ['', 'dos palabras', 'ñandú', 'a\nb']) {
      expect(() => new CurpClient({ url: 'https://curp.example.mx', token })).toThrow(
        /^token: it must be of visible ASCII characters, without spaces$/,
      );
    }
  });

  it('is code 201, at once, if the service has no registry', async () => {
    const { client } = await startService();
    await expect(client.obtenerDatos(CURP)).rejects.toMatchObject({ codeError: 201, httpStatus: 503 });
  });

  it('is a connection error if the port does not answer', async () => {
    const client = new CurpClient({ url: 'http://user:clave@127.0.0.1:2', token: 'pruebas', patienceMs: 0 });
    await expect(client.validar(CURP)).rejects.toMatchObject({
      name: 'CurpConnectionError',
      reason: 'ECONNREFUSED',
      message: 'http://127.0.0.1:2 does not answer as expected (ECONNREFUSED).',
    });
  });
});
