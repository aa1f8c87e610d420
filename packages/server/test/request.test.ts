/** The forms a request may have (addresses, bodies, tokens, methods, languages), and malformed ones. */
import { describe, expect, it } from 'vitest';
import { CURP, PERSONA, abrirServicio } from './service.js';

const servicio = abrirServicio();
const consulta = new URLSearchParams({ token: 'pruebas', ...PERSONA }).toString();
const CALCULAR = '/curp/calcular_curp';
const EN_JSON = { 'content-type': 'application/json' };
const EN_FORMULARIO = { 'content-type': 'application/x-www-form-urlencoded' };

const post = async (payload: string | Buffer, headers: Record<string, string>, url = CALCULAR) =>
  servicio.pedir({ method: 'POST', url, headers, payload });

describe('a request succeeds with', () => {
  const bien = { status: 200, sobre: { error: false, code_error: 0, error_message: null, response: { curp: CURP } } };

  it.each([
    ['a query', `${CALCULAR}?${consulta}`],
    ['a slash before the ?', `${CALCULAR}/?${consulta}`],
    ['parameters of the clients', `${CALCULAR}?${consulta}&library=php_composer&library_version=1.0.0&api_version=1`],
    ['an unknown parameter twice, without value, empty', `${CALCULAR}?${consulta}&x=1&x=2&y&&z=`],
    ['names as no JavaScript object likes them', `${CALCULAR}?${consulta}&__proto__=1&constructor=2&toString=3`],
    ['escapes that are not needed', `${CALCULAR}?${consulta.replace('Renata', '%52enata')}`],
    ['an escaped name', `${CALCULAR}?${consulta.replace('nombres', '%6Eombres')}`],
  ])('%s', async (_, url) => {
    expect(await servicio.pedir(url)).toMatchObject(bien);
  });

  it('+ or %20 for a space, and UTF-8', async () => {
    for (const nombres of ['Mar%C3%ADa+%C3%91u%C3%B1ez', 'Mar%C3%ADa%20%C3%91u%C3%B1ez']) {
      const { sobre } = await servicio.pedir(`${CALCULAR}?${consulta.replace('Renata', nombres)}`);
      expect(sobre.response['curp']).toMatch(/^OETX/);
    }
  });

  it('a JSON body, with the token in it, in the address or in the header', async () => {
    expect(await post(JSON.stringify({ token: 'pruebas', ...PERSONA }), EN_JSON)).toMatchObject(bien);
    expect(await post(JSON.stringify(PERSONA), EN_JSON, `${CALCULAR}?token=pruebas`)).toMatchObject(bien);
    expect(await post(JSON.stringify(PERSONA), { ...EN_JSON, authorization: 'Bearer pruebas' })).toMatchObject(bien);
    expect(
      await post(`\ufeff${JSON.stringify(PERSONA)}`, { ...EN_JSON, authorization: 'bearer  pruebas ' }),
    ).toMatchObject(bien);
    expect(
      await post(JSON.stringify(PERSONA), {
        'content-type': 'application/json; charset=utf-8',
        authorization: 'Bearer pruebas',
      }),
    ).toMatchObject(bien);
  });

  it('a form, and numbers and booleans in a JSON body', async () => {
    expect(await post(consulta, EN_FORMULARIO)).toMatchObject(bien);
    expect(await post('', EN_FORMULARIO, `${CALCULAR}?${consulta}`)).toMatchObject(bien);
    expect(await post('', EN_JSON, `${CALCULAR}?${consulta}`)).toMatchObject(bien);
    const numeros = {
      ...PERSONA,
      token: 'pruebas',
      anio_nacimiento: 1990,
      dia_nacimiento: 17,
      extra: { a: [1] },
      detalle: false,
    };
    expect(await post(JSON.stringify(numeros), EN_JSON)).toMatchObject(bien);
    const { sobre } = await post(JSON.stringify({ ...numeros, detalle: true }), EN_JSON);
    expect(sobre.response).toHaveProperty('explicacion');
  });

  it.each(['apellido_materno&x=1', 'x=1&apellido_materno', 'apellido_materno=', '&&apellido_materno&'])(
    'a parameter of nothing: %s',
    async (vacio) => {
      const { apellido_materno: _, ...otros } = PERSONA;
      const consultada = new URLSearchParams({ token: 'pruebas', ...otros }).toString();
      expect(await servicio.pedir(`${CALCULAR}?${consultada}&${vacio}`)).toMatchObject({
        status: 200,
        sobre: { response: { curp: 'OEXR900517MDFLXN07' } },
      });
    },
  );

  it('POST without a body', async () => {
    expect(await servicio.pedir({ method: 'POST', url: `${CALCULAR}?${consulta}` })).toMatchObject(bien);
  });

  it('the same token twice, in the address and in the header', async () => {
    const url = `${CALCULAR}?${consulta}`;
    expect(await servicio.pedir({ url, headers: { authorization: 'Bearer pruebas' } })).toMatchObject(bien);
  });
});

describe('a request of the published clients', () => {
  const datos = { ...PERSONA, library: 'x', library_version: '1.1.0', api_version: '1' };

  it('PHP: spaces as +, null values left out', async () => {
    const { apellido_materno: _, ...sinMaterno } = datos;
    expect(await servicio.operar('calcular_curp', sinMaterno)).toMatchObject({ code_error: 402 });
  });

  it('JavaScript and Python: null values as the text null, None or undefined', async () => {
    for (const nulo of ['null', 'None', 'undefined']) {
      const sobre = await servicio.operar('calcular_curp', { ...datos, apellido_materno: nulo });
      expect(sobre.code_error).toBe(402);
      expect(sobre.error_message).toContain('None');
    }
  });

  it('validar, obtener_datos, entidades', async () => {
    expect(await servicio.operar('validar', { curp: CURP, library: 'x' })).toMatchObject({
      response: { valido: true },
    });
    expect(await servicio.operar('obtener_datos', { curp: CURP, library: 'x' })).toMatchObject({ code_error: 201 });
    expect(await servicio.operar('entidades', { library: 'x' })).toMatchObject({ error: false });
  });
});

describe('a malformed request', () => {
  const repetido = (parametro: string) => ({
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
  ])('percent-encoding: %s', async (_, mala) => {
    const esperado = { status: 400, sobre: { error: true, code_error: 8, response: {} } };
    expect(await servicio.pedir(`${CALCULAR}?token=pruebas&${mala}`)).toMatchObject(esperado);
    expect(await post(`token=pruebas&${mala}`, EN_FORMULARIO)).toMatchObject(esperado);
  });

  it('lists every parameter that is repeated or no text', async () => {
    const parametros = async (pedida: ReturnType<typeof post>) =>
      (await pedida).sobre.response.errores?.map(({ code_error, parametro }) => [code_error, parametro]);
    const tres = servicio.pedir(`${CALCULAR}?${consulta}&sexo=H&nombres=a&sexo=M`);
    expect(await parametros(tres)).toEqual([
      [8, 'sexo'],
      [8, 'nombres'],
    ]);
    const cuerpo = '{"token":"pruebas","sexo":{},"entidad":[],"nombres":"a","nombres":"b"}';
    expect(await parametros(post(cuerpo, EN_JSON))).toEqual([
      [8, 'nombres'],
      [8, 'sexo'],
      [8, 'entidad'],
    ]);
    const todos = await parametros(post(JSON.stringify(PERSONA), EN_JSON, `${CALCULAR}?${consulta}`));
    expect(todos).toEqual(Object.keys(PERSONA).map((parametro) => [8, parametro]));
    expect(await parametros(post('entidad=01&nombres=a', EN_FORMULARIO, `${CALCULAR}?${consulta}`))).toEqual([
      [8, 'entidad'],
      [8, 'nombres'],
    ]);
  });

  it('has a parameter twice, in any place', async () => {
    expect(await servicio.pedir(`${CALCULAR}?${consulta}&sexo=M`)).toMatchObject(repetido('sexo'));
    expect(await servicio.pedir(`${CALCULAR}?token=pruebas&${consulta}`)).toMatchObject(repetido('token'));
    expect(await servicio.pedir(`${CALCULAR}?${consulta}&apellido_materno=&apellido_materno=`)).toMatchObject(
      repetido('apellido_materno'),
    );
    expect(await post('{"nombres":"a"}', EN_JSON, `${CALCULAR}?${consulta}`)).toMatchObject(repetido('nombres'));
    expect(await post('{"sexo":"M","token":"pruebas","sex\\u006f":"H"}', EN_JSON)).toMatchObject(repetido('sexo'));
    const url = `${CALCULAR}?${consulta}`;
    expect(await servicio.pedir({ url, headers: { authorization: 'Bearer otro' } })).toMatchObject(repetido('token'));
  });

  it('has a malformed address, whatever its body', async () => {
    const cuerpo = JSON.stringify({ ...PERSONA, token: 'pruebas' });
    expect(await post(cuerpo, EN_JSON, `${CALCULAR}?x=%zz`)).toMatchObject({ status: 400, sobre: { code_error: 8 } });
  });

  const BUENO = JSON.stringify({ ...PERSONA, token: 'pruebas' }).slice(1, -1);

  it.each([
    ['in an object', `{"x":{"sexo":"H","nombres":"Zoe"},${BUENO}}`],
    ['in lists', `{${BUENO},"x":[{"sexo":"H"},[{"sexo":"M"}],{"entidad":[]}]}`],
    ['in an object behind others', `{"a":{},"b":[],${BUENO},"x":{"y":{"sexo":"H"}}}`],
    ['as a text', `{"x":"sexo","y":"sexo","z":"{[",${BUENO}}`],
    ['of no parameter', `{"x":1,"x":2,${BUENO}}`],
  ])('%s is not a repeated name', async (_, cuerpo) => {
    expect(await post(cuerpo, EN_JSON)).toMatchObject({ status: 200 });
  });

  it.each([
    ['behind an object', `{"x":{"a":1},${BUENO},"sexo":"M"}`],
    ['behind a list', `{${BUENO},"x":[1,[2]],"sexo":"M"}`],
    ['on either side of both', `{"sexo":"M","x":{"a":[{}]},"y":[{}],${BUENO}}`],
    ['behind texts that look like more', `{"x":"{","y":"[","z":"\\"{",${BUENO},"sexo":"M"}`],
    ['with blanks', `{${BUENO}, "sexo" \n : "M"}`],
  ])('%s is a repeated name', async (_, cuerpo) => {
    expect(await post(cuerpo, EN_JSON)).toMatchObject(repetido('sexo'));
  });

  it('has a form that is not UTF-8', async () => {
    const latin1 = Buffer.from(consulta.replace('Renata', 'Ñusta'), 'latin1');
    expect(await post(latin1, EN_FORMULARIO)).toMatchObject({ status: 400, sobre: { code_error: 8, response: {} } });
  });

  it('does not count a name inside a value', async () => {
    const cuerpo = { ...PERSONA, token: 'pruebas', nota: '"sexo": "sexo":', otra: ['sexo'] };
    expect(await post(JSON.stringify(cuerpo), EN_JSON)).toMatchObject({ status: 200 });
  });

  it.each([
    ['broken', '{"nombres":'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a number', '1'],
    ['Latin-1', Buffer.from('{"nombres":"Ñ"}', 'latin1')],
    ['UTF-16', Buffer.from('{"nombres":"x"}', 'utf16le')],
  ])('JSON: %s', async (_, cuerpo) => {
    expect(await post(cuerpo, EN_JSON)).toMatchObject({ status: 400, sobre: { code_error: 8, response: {} } });
  });

  it('JSON: a value is no text', async () => {
    for (const valor of [{}, [], ['M']]) {
      const cuerpo = JSON.stringify({ token: 'pruebas', sexo: valor });
      expect(await post(cuerpo, EN_JSON)).toMatchObject(repetido('sexo'));
    }
  });

  it('JSON: null is absent, and a text is not its number', async () => {
    expect(await post(JSON.stringify({ ...PERSONA, token: 'pruebas', apellido_materno: null }), EN_JSON)).toMatchObject(
      {
        sobre: { code_error: 402 },
      },
    );
    expect(await post(JSON.stringify({ ...PERSONA, token: 'pruebas', dia_nacimiento: 7 }), EN_JSON)).toMatchObject({
      sobre: { code_error: 414 },
    });
    expect(await post(JSON.stringify({ ...PERSONA, token: 'pruebas', nombres: true }), EN_JSON)).toMatchObject({
      sobre: { code_error: 417 },
    });
  });

  it('413, 414, 415', async () => {
    expect(await post(`"${'x'.repeat(20_000)}"`, EN_JSON)).toMatchObject({ status: 413, sobre: { code_error: 8 } });
    expect(await servicio.pedir(`${CALCULAR}?${consulta}&x=${'x'.repeat(8200)}`)).toMatchObject({
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
    expect(await servicio.pedir(`${CALCULAR}?nombres=%zz`)).toMatchObject({ sobre: { code_error: 8 } });
    expect(await servicio.pedir(`${CALCULAR}?sexo=M&sexo=M`)).toMatchObject({ sobre: { code_error: 8 } });
  });
});

describe('paths and methods', () => {
  const noHay = { status: 404, sobre: { error: true, code_error: 6, response: {} } };

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
  ])('404: %s', async (url) => {
    expect(await servicio.pedir(url)).toMatchObject(noHay);
    expect(
      await servicio.pedir({ method: 'POST', url, headers: { 'content-type': 'text/x' }, payload: '{' }),
    ).toMatchObject(noHay);
    expect(await servicio.pedir({ method: 'OPTIONS', url })).toMatchObject(noHay);
  });

  it('a malformed path is code 8', async () => {
    expect(await servicio.pedir('/curp/%zz')).toMatchObject({ status: 400, sobre: { code_error: 8 } });
  });

  it.each(['PUT', 'DELETE', 'PATCH'] as const)('405: %s', async (method) => {
    const { status, sobre, headers } = await servicio.pedir({
      method,
      url: `${CALCULAR}?${consulta}`,
      headers: EN_JSON,
      payload: '{',
    });
    expect({ status, codigo: sobre.code_error, allow: headers['allow'] }).toEqual({
      status: 405,
      codigo: 7,
      allow: 'GET, HEAD, POST, OPTIONS',
    });
    expect((await servicio.pedir({ method, url: '/livez' })).headers['allow']).toBe('GET, HEAD, OPTIONS');
  });

  it('HEAD is GET without the body', async () => {
    const url = `${CALCULAR}?${consulta}`;
    const get = await servicio.pedir({ method: 'GET', url });
    const head = await servicio.pedir({ method: 'HEAD', url });
    expect(head.texto).toBe('');
    expect(head.headers['content-length']).toBe(String(get.texto.length));
    expect({ ...head.headers, 'x-request-id': '', date: '' }).toEqual({ ...get.headers, 'x-request-id': '', date: '' });
  });

  it('OPTIONS lists the methods and answers preflight requests', async () => {
    const { status, headers, texto } = await servicio.pedir({
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
    const propios = abrirServicio({ corsOrigin: ['https://ejemplo.mx', 'https://otro.mx'] });
    const si = await propios.pedir({ url: '/curp/nada', headers: origen });
    const no = await propios.pedir({ url: '/curp/nada', headers: { origin: 'https://malo.mx' } });
    expect(si.headers).toMatchObject({ vary: 'Origin', 'access-control-allow-origin': 'https://ejemplo.mx' });
    expect(no.headers).toMatchObject({ vary: 'Origin' });
    expect(no.headers).not.toHaveProperty('access-control-allow-origin');
    const nadie = await abrirServicio({ corsOrigin: [] }).pedir({ url: '/curp/nada', headers: origen });
    expect(nadie.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('lets no page of another site read records with the token `pruebas`', async () => {
    const conPadron = abrirServicio({ padron: true });
    const { token } = await conPadron.crearProyecto();
    const deja = async (operacion: string, suyo: string): Promise<string | undefined> => {
      const url = `/curp/${operacion}?token=${suyo}&curp=${CURP}`;
      const { headers } = await conPadron.pedir({ url, headers: { origin: 'https://ajena.example' } });
      return headers['access-control-allow-origin'];
    };
    expect(await deja('obtener_datos', 'pruebas')).toBeUndefined();
    expect(await deja('obtener_datos', token)).toBe('*');
    expect(await deja('validar', 'pruebas')).toBe('*');
  });
});

describe('language', () => {
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
  ])('%s: %s', async (encabezado, idioma) => {
    const headers = encabezado === undefined ? {} : { 'accept-language': encabezado };
    const { sobre } = await servicio.pedir({ url: `${CALCULAR}?token=pruebas`, headers });
    expect(sobre.error_message).toMatch(idioma === 'en' ? /^Missing/ : /^Falta/);
  });

  it('applies to findings and explanations too', async () => {
    const headers = { 'accept-language': 'en' };
    const detalle = await servicio.pedir({ url: `${CALCULAR}?${consulta}&detalle=1`, headers });
    expect(detalle.texto).toContain('the initial of OLVERA');
    const hallazgos = await servicio.pedir({ url: '/curp/validar?token=pruebas&curp=X', headers });
    expect(hallazgos.texto).toContain('18 characters');
  });
});
