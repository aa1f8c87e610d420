/** The forms that a request may have (addresses, bodies, tokens, methods, languages), and malformed ones. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { requestIds } from '../src/http/request.js';
import { CURP, PERSONA, openService } from './service.js';

const service = openService();
const query = new URLSearchParams({ token: 'pruebas', ...PERSONA }).toString();
const CALCULAR = '/curp/calcular_curp';
const AS_JSON = { 'content-type': 'application/json' };
const AS_FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const post = async (payload: string | Buffer, headers: Record<string, string>, url = CALCULAR) =>
  service.request({ method: 'POST', url, headers, payload });

describe('a body that its headers call something else', () => {
  const body = JSON.stringify({ token: 'pruebas', ...PERSONA });
  it.each([
    ['a charset that is not UTF-8', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['a charset in quotes', { 'content-type': 'application/json;a=b; Charset="windows-1252"' }],
    ['two charsets', { 'content-type': 'application/json; charset=utf-8; charset=latin1' }],
    ['a compression', { ...AS_JSON, 'content-encoding': 'gzip' }],
    ['a compression of a form', { ...AS_FORM, 'content-encoding': 'br' }],
  ])('is refused with 415: %s', async (_, headers) => {
    const { status, sobre } = await post(body, headers);
    expect([status, sobre.code_error]).toEqual([415, 8]);
    expect(sobre.error_message).toMatch(/en UTF-8 y sin comprimir/);
  });

  it.each([
    ['utf-8', { 'content-type': 'application/json; charset=utf-8' }],
    ['UTF8 in quotes', { 'content-type': 'application/json; charset="UTF8"' }],
    ['identity', { ...AS_JSON, 'content-encoding': 'identity' }],
  ])('is read if it is plain UTF-8: %s', async (_, headers) => {
    expect((await post(body, headers)).status).toBe(200);
  });
});

describe('a request succeeds with', () => {
  const good = { status: 200, sobre: { error: false, code_error: 0, error_message: null, response: { curp: CURP } } };

  it.each([
    ['a query', `${CALCULAR}?${query}`],
    ['a slash before the ?', `${CALCULAR}/?${query}`],
    ['parameters of the clients', `${CALCULAR}?${query}&library=php_composer&library_version=1.0.0&api_version=1`],
    ['an unknown parameter twice, without value, empty', `${CALCULAR}?${query}&x=1&x=2&y&&z=`],
    ['names such as __proto__', `${CALCULAR}?${query}&__proto__=1&constructor=2&toString=3`],
    ['a byte beyond those of Spanish, in an unknown parameter', `${CALCULAR}?${query}&x=%E2%82%AC`],
    ['escapes that are not needed', `${CALCULAR}?${query.replace('Renata', '%52enata')}`],
    ['an escaped name', `${CALCULAR}?${query.replace('nombres', '%6Eombres')}`],
  ])('%s', async (_, url) => {
    expect(await service.request(url)).toMatchObject(good);
  });

  it('+ or %20 for a space, and UTF-8', async () => {
    for (const names of ['Mar%C3%ADa+%C3%91u%C3%B1ez', 'Mar%C3%ADa%20%C3%91u%C3%B1ez']) {
      const { sobre } = await service.request(`${CALCULAR}?${query.replace('Renata', names)}`);
      expect(sobre.response['curp']).toMatch(/^OETX/);
    }
  });

  it('a JSON body, with the token in it, in the address or in the header', async () => {
    expect(await post(JSON.stringify({ token: 'pruebas', ...PERSONA }), AS_JSON)).toMatchObject(good);
    expect(await post(JSON.stringify(PERSONA), AS_JSON, `${CALCULAR}?token=pruebas`)).toMatchObject(good);
    expect(await post(JSON.stringify(PERSONA), { ...AS_JSON, authorization: 'Bearer pruebas' })).toMatchObject(good);
    expect(
      await post(`\ufeff${JSON.stringify(PERSONA)}`, { ...AS_JSON, authorization: 'bearer  pruebas ' }),
    ).toMatchObject(good);
    expect(
      await post(JSON.stringify(PERSONA), {
        'content-type': 'application/json; charset=utf-8',
        authorization: 'Bearer pruebas',
      }),
    ).toMatchObject(good);
  });

  it('a form, and numbers and booleans in a JSON body', async () => {
    expect(await post(query, AS_FORM)).toMatchObject(good);
    expect(await post('', AS_FORM, `${CALCULAR}?${query}`)).toMatchObject(good);
    expect(await post('', AS_JSON, `${CALCULAR}?${query}`)).toMatchObject(good);
    const numbers = {
      ...PERSONA,
      token: 'pruebas',
      anio_nacimiento: 1990,
      dia_nacimiento: 17,
      extra: { a: [1] },
      detalle: false,
    };
    expect(await post(JSON.stringify(numbers), AS_JSON)).toMatchObject(good);
    const { sobre } = await post(JSON.stringify({ ...numbers, detalle: true }), AS_JSON);
    expect(sobre.response).toHaveProperty('explicacion');
  });

  it.each(['apellido_materno&x=1', 'x=1&apellido_materno', 'apellido_materno=', '&&apellido_materno&'])(
    'an empty parameter: %s',
    async (empty) => {
      const { apellido_materno: _, ...others } = PERSONA;
      const asked = new URLSearchParams({ token: 'pruebas', ...others }).toString();
      expect(await service.request(`${CALCULAR}?${asked}&${empty}`)).toMatchObject({
        status: 200,
        sobre: { response: { curp: 'OEXR900517MDFLXN07' } },
      });
    },
  );

  it('POST without a body', async () => {
    expect(await service.request({ method: 'POST', url: `${CALCULAR}?${query}` })).toMatchObject(good);
  });

  it('the same token twice, in the address and in the header', async () => {
    const url = `${CALCULAR}?${query}`;
    expect(await service.request({ url, headers: { authorization: 'Bearer pruebas' } })).toMatchObject(good);
  });
});

describe('a request of the published clients', () => {
  const data = { ...PERSONA, library: 'x', library_version: '1.1.0', api_version: '1' };

  it('from PHP has spaces as + and leaves null values out', async () => {
    const { apellido_materno: _, ...withoutSecond } = data;
    expect(await service.operate('calcular_curp', withoutSecond)).toMatchObject({ code_error: 402 });
  });

  it('from JavaScript or Python has null values as the text null, None or undefined', async () => {
    for (const nullValue of ['null', 'None', 'undefined']) {
      const sobre = await service.operate('calcular_curp', { ...data, apellido_materno: nullValue });
      expect(sobre.code_error).toBe(402);
      expect(sobre.error_message).toContain('None');
    }
  });

  it('is answered by validar, obtener_datos and entidades', async () => {
    expect(await service.operate('validar', { curp: CURP, library: 'x' })).toMatchObject({
      response: { valido: true },
    });
    expect(await service.operate('obtener_datos', { curp: CURP, library: 'x' })).toMatchObject({ code_error: 201 });
    expect(await service.operate('entidades', { library: 'x' })).toMatchObject({ error: false });
  });
});

describe('a malformed request', () => {
  const repeated = (parametro: string) => ({
    status: 400,
    sobre: { code_error: 8, response: { errores: [{ code_error: 8, parametro }] } },
  });

  it.each([
    ['a lone %', 'nombres=%'],
    ['% and letters', 'nombres=%zz'],
    ['half an escape', 'nombres=%C'],
    ['a byte that is no UTF-8', 'nombres=%ff'],
    ['half a character', 'nombres=%C3'],
    ['an overlong form', 'nombres=%C0%80'],
    ['a surrogate', 'nombres=%ED%A0%80'],
    ['in a parameter nobody knows', 'x=%zz'],
    ['in a name', '%zz=1'],
  ])('is one with bad percent-encoding: %s', async (_, bad) => {
    const expected = { status: 400, sobre: { error: true, code_error: 8, response: {} } };
    expect(await service.request(`${CALCULAR}?token=pruebas&${bad}`)).toMatchObject(expected);
    expect(await post(`token=pruebas&${bad}`, AS_FORM)).toMatchObject(expected);
  });

  it('gets a list of every parameter that is repeated or no text', async () => {
    const parameters = async (asked: ReturnType<typeof post>) =>
      (await asked).sobre.response.errores?.map(({ code_error, parametro }) => [code_error, parametro]);
    const three = service.request(`${CALCULAR}?${query}&sexo=H&nombres=a&sexo=M`);
    expect(await parameters(three)).toEqual([
      [8, 'sexo'],
      [8, 'nombres'],
    ]);
    const body = '{"token":"pruebas","sexo":{},"entidad":[],"nombres":"a"}';
    expect(await parameters(post(body, AS_JSON))).toEqual([
      [8, 'sexo'],
      [8, 'entidad'],
    ]);
    const all = await parameters(post(JSON.stringify(PERSONA), AS_JSON, `${CALCULAR}?${query}`));
    expect(all).toEqual(Object.keys(PERSONA).map((parametro) => [8, parametro]));
    expect(await parameters(post('entidad=01&nombres=a', AS_FORM, `${CALCULAR}?${query}`))).toEqual([
      [8, 'entidad'],
      [8, 'nombres'],
    ]);
  });

  it('is one with a parameter twice, in any part', async () => {
    expect(await service.request(`${CALCULAR}?${query}&sexo=M`)).toMatchObject(repeated('sexo'));
    expect(await service.request(`${CALCULAR}?token=pruebas&${query}`)).toMatchObject(repeated('token'));
    expect(await service.request(`${CALCULAR}?${query}&apellido_materno=&apellido_materno=`)).toMatchObject(
      repeated('apellido_materno'),
    );
    expect(await post('{"nombres":"a"}', AS_JSON, `${CALCULAR}?${query}`)).toMatchObject(repeated('nombres'));
    const url = `${CALCULAR}?${query}`;
    expect(await service.request({ url, headers: { authorization: 'Bearer otro' } })).toMatchObject(repeated('token'));
  });

  it('is one with a malformed address, whatever its body', async () => {
    const body = JSON.stringify({ ...PERSONA, token: 'pruebas' });
    expect(await post(body, AS_JSON, `${CALCULAR}?x=%zz`)).toMatchObject({ status: 400, sobre: { code_error: 8 } });
  });

  const GOOD = JSON.stringify({ ...PERSONA, token: 'pruebas' }).slice(1, -1);

  it.each([
    `{"sexo":"H",${GOOD}}`,
    `{${GOOD},"sexo":"?"}`,
    String.raw`{${GOOD},"se\u0078o":"M"}`,
    `{"sexo":null,${GOOD}}`,
  ])('is one with a name twice in JSON: %s', async (body) => {
    expect(await post(body, AS_JSON)).toMatchObject(repeated('sexo'));
  });

  it('is one with a name of version 2 twice in JSON', async () => {
    const body = '{"token":"pruebas","curp":"OETR900517MDFLNN05","curp":"OETR900517MDFLNN05"}';
    expect(await post(body, AS_JSON, '/api/v2/curp/validateCurpStructure')).toMatchObject({
      status: 400,
      sobre: { code_error: 8 },
    });
  });

  it('is none with an unknown name twice in JSON, or with one inside another value', async () => {
    expect(await post(`{${GOOD},"x":1,"x":{"sexo":"H"}}`, AS_JSON)).toMatchObject({ status: 200 });
  });

  it('is one with a form that is not UTF-8', async () => {
    const latin1 = Buffer.from(query.replace('Renata', 'Ñusta'), 'latin1');
    expect(await post(latin1, AS_FORM)).toMatchObject({ status: 400, sobre: { code_error: 8, response: {} } });
  });

  it('a name inside a value does not count as a parameter', async () => {
    const body = { ...PERSONA, token: 'pruebas', nota: '"sexo": "sexo":', otra: ['sexo'] };
    expect(await post(JSON.stringify(body), AS_JSON)).toMatchObject({ status: 200 });
  });

  it.each([
    ['broken', '{"nombres":'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a number', '1'],
    ['Latin-1', Buffer.from('{"nombres":"Ñ"}', 'latin1')],
    ['UTF-16', Buffer.from('{"nombres":"x"}', 'utf16le')],
  ])('is one with a JSON body that is %s', async (_, body) => {
    expect(await post(body, AS_JSON)).toMatchObject({ status: 400, sobre: { code_error: 8, response: {} } });
  });

  it('is one with a JSON value that is no text', async () => {
    for (const value of [{}, [], ['M']]) {
      const body = JSON.stringify({ token: 'pruebas', sexo: value });
      expect(await post(body, AS_JSON)).toMatchObject(repeated('sexo'));
    }
  });

  it('JSON null is an absent parameter, and a text is not its number', async () => {
    expect(await post(JSON.stringify({ ...PERSONA, token: 'pruebas', apellido_materno: null }), AS_JSON)).toMatchObject(
      {
        sobre: { code_error: 402 },
      },
    );
    expect(await post(JSON.stringify({ ...PERSONA, token: 'pruebas', dia_nacimiento: 7 }), AS_JSON)).toMatchObject({
      sobre: { code_error: 414 },
    });
    expect(await post(JSON.stringify({ ...PERSONA, token: 'pruebas', nombres: true }), AS_JSON)).toMatchObject({
      sobre: { code_error: 417 },
    });
  });

  it('gets 413, 414 or 415 for its size, its address or its type', async () => {
    expect(await post(`"${'x'.repeat(20_000)}"`, AS_JSON)).toMatchObject({ status: 413, sobre: { code_error: 8 } });
    expect(await service.request(`${CALCULAR}?${query}&x=${'x'.repeat(8200)}`)).toMatchObject({
      status: 414,
      sobre: { code_error: 8 },
    });
    expect(await post('<xml/>', { 'content-type': 'text/xml' })).toMatchObject({
      status: 415,
      sobre: { code_error: 8 },
    });
    expect(await post('x', { 'content-type': 'no type' })).toMatchObject({ status: 415, sobre: { code_error: 8 } });
  });

  it('is refused before its token is checked', async () => {
    expect(await service.request(`${CALCULAR}?nombres=%zz`)).toMatchObject({ sobre: { code_error: 8 } });
    expect(await service.request(`${CALCULAR}?sexo=M&sexo=M`)).toMatchObject({ sobre: { code_error: 8 } });
  });
});

describe('a request for', () => {
  const missing = { status: 404, sobre: { error: true, code_error: 6, response: {} } };

  it.each([
    '/curp',
    '/curp/',
    '/curp/nada',
    '/curp/Validar',
    '/CURP/validar',
    '/curp/validar/x',
    '/x',
    '/.env',
    '/curp//validar',
    '/curp/validar//',
    '/curp/lote//',
    '/livez//',
  ])('%s gets 404', async (url) => {
    expect(await service.request(url)).toMatchObject(missing);
    expect(
      await service.request({ method: 'POST', url, headers: { 'content-type': 'text/x' }, payload: '{' }),
    ).toMatchObject(missing);
    expect(await service.request({ method: 'OPTIONS', url })).toMatchObject(missing);
  });

  it('a malformed path gets code 8', async () => {
    expect(await service.request('/curp/%zz')).toMatchObject({ status: 400, sobre: { code_error: 8 } });
  });

  it.each(['PUT', 'DELETE', 'PATCH'] as const)('an operation by %s gets 405', async (method) => {
    const { status, sobre, headers } = await service.request({
      method,
      url: `${CALCULAR}?${query}`,
      headers: AS_JSON,
      payload: '{',
    });
    expect({ status, codigo: sobre.code_error, allow: headers['allow'] }).toEqual({
      status: 405,
      codigo: 7,
      allow: 'GET, HEAD, POST, OPTIONS',
    });
    expect((await service.request({ method, url: '/livez' })).headers['allow']).toBe('GET, HEAD, OPTIONS');
  });

  it('HEAD gets the headers of GET without the body', async () => {
    const url = `${CALCULAR}?${query}`;
    const get = await service.request({ method: 'GET', url });
    const head = await service.request({ method: 'HEAD', url });
    expect(head.texto).toBe('');
    expect(head.headers['content-length']).toBe(String(get.texto.length));
    expect({ ...head.headers, 'x-request-id': '', date: '' }).toEqual({ ...get.headers, 'x-request-id': '', date: '' });
  });

  it('OPTIONS gets the methods, and the answer to a preflight request', async () => {
    const { status, headers, texto } = await service.request({
      method: 'OPTIONS',
      url: CALCULAR,
      headers: {
        origin: 'https://ejemplo.mx',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect({ status, texto }).toEqual({ status: 204, texto: '' });
    expect(headers).toMatchObject({
      allow: 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('POST') as string,
      'access-control-allow-headers': expect.stringContaining('Authorization') as string,
    });
  });
});

describe('CORS', () => {
  const origen = { origin: 'https://ejemplo.mx' };

  it('follows the configuration', async () => {
    const own = openService({ corsOrigin: ['https://ejemplo.mx', 'https://otro.mx'] });
    const yes = await own.request({ url: '/curp/nada', headers: origen });
    const no = await own.request({ url: '/curp/nada', headers: { origin: 'https://malo.mx' } });
    expect(yes.headers).toMatchObject({ vary: 'Origin', 'access-control-allow-origin': 'https://ejemplo.mx' });
    expect(no.headers).toMatchObject({ vary: 'Origin' });
    expect(no.headers).not.toHaveProperty('access-control-allow-origin');
    const nobody = await openService({ corsOrigin: [] }).request({ url: '/curp/nada', headers: origen });
    expect(nobody.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('the language of an answer', () => {
  it.each([
    [undefined, 'es'],
    ['*', 'es'],
    ['en', 'en'],
    ['EN-us', 'en'],
    ['en-US,en;q=0.9', 'en'],
    ['es,en', 'es'],
    ['en,es', 'en'],
    ['es;q=0.5, en;q=0.9', 'en'],
    ['fr, de;q=0.9', 'es'],
    ['fr, en;q=0.1', 'en'],
    ['en;q=0', 'es'],
    ['english', 'es'],
    [';;;,,=', 'es'],
  ])('for Accept-Language %s is %s', async (header, language) => {
    const headers = header === undefined ? {} : { 'accept-language': header };
    const { sobre } = await service.request({ url: `${CALCULAR}?token=pruebas`, headers });
    expect(sobre.error_message).toMatch(language === 'en' ? /^Missing/ : /^Falta/);
  });

  it('applies to findings and explanations too', async () => {
    const headers = { 'accept-language': 'en' };
    const detail = await service.request({ url: `${CALCULAR}?${query}&detalle=1`, headers });
    expect(detail.texto).toContain('the initial of OLVERA');
    const findings = await service.request({ url: '/curp/validar?token=pruebas&curp=X', headers });
    expect(findings.texto).toContain('18 characters');
  });
});

describe('the id of a request', () => {
  const idsOf = (trustProxy: boolean, ...given: readonly (string | undefined)[]): string[] => {
    const idOf = requestIds(trustProxy);
    return given.map((id) => idOf({ headers: { 'x-request-id': id } } as unknown as IncomingMessage));
  };
  const UUID = '0b5f3a52-7d1c-4a0e-9a55-3c2f8f1b6d7e';

  it('is a new number of this process, whatever the client sends', () => {
    const [first = '', second = ''] = idsOf(false, UUID, undefined);
    expect(first).toMatch(/^[0-9a-f]{10}-1$/);
    expect(second).toBe(first.replace(/1$/, '2'));
  });

  it('is that of a trusted proxy if it is a UUID or 32 hexadecimal digits', () => {
    const kept = [UUID, UUID.toUpperCase(), UUID.replaceAll('-', '')];
    expect(idsOf(true, ...kept)).toEqual(kept);
    const others = [undefined, 'Renata Olvera', `x${UUID}`, `${UUID}x`, UUID.replace('-', '')];
    expect(idsOf(true, ...others).map((id) => id.split('-')[1])).toEqual(['1', '2', '3', '4', '5']);
  });
});
