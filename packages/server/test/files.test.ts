/** `/curp/lote`: the files that it accepts, its answers, and every code before the first row. */
import { describe, expect, it } from 'vitest';
import { openService, CURP, PERSONA } from './service.js';
import { GOOD, HEADER, CSV, BAD, NDJSON, Upload, envelopeOf, uploadFile, distinct } from './upload.js';

const service = openService();
const port = await service.listen();

const ADDED = `${HEADER.trimEnd()},curp,aviso,code_error,error_message`;
const DONE = `${GOOD.trimEnd()},${CURP},,0,`;
const AS_JSON = JSON.stringify(PERSONA);

describe('a file of CSV', () => {
  it('comes back row by row with its answers, and with its totals in the trailers', async () => {
    const { status, headers, trailers, text: texto } = await uploadFile(port, HEADER + GOOD + BAD + GOOD);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'transfer-encoding': 'chunked',
      trailer: 'lote-filas, lote-correctas, lote-errores, lote-revisar, lote-lectura',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{10}-\d+$/) as string,
      'access-control-allow-origin': '*',
    });
    expect(headers).not.toHaveProperty('content-disposition');
    const [header, first, second, third, ...rest] = texto.split('\n');
    expect([header, first, rest]).toEqual([ADDED, DONE, ['']]);
    expect(third).toMatch(/,OETR900517MDFLNN05,"Es la misma persona que en la fila 2: .*",0,$/);
    expect(second).toMatch(/^Renata,Olvera,Tinajero,ayer,M,09,,,417,"`fecha_nacimiento` no se entiende/);
    expect(trailers).toMatchObject({
      'lote-filas': '3',
      'lote-correctas': '1',
      'lote-errores': '1',
      'lote-revisar': '1',
    });
    expect(trailers).not.toHaveProperty('lote-comparadas-hasta'); // all rows were compared
  });

  it('has totals that pages of other origins may read', async () => {
    const { token } = await service.createProject();
    const fromPage = { ...CSV, origin: 'https://ajena.example' };
    const { headers } = await uploadFile(port, HEADER + GOOD, `token=${token}`, fromPage);
    const exposed = headers['access-control-expose-headers']?.toLowerCase().split(', ');
    expect(exposed).toEqual(expect.arrayContaining(headers.trailer?.split(', ') ?? []));
  });

  it('gets line, key, pile and reason if it is that of an office, whatever its type is called', async () => {
    const line = `OETR900517MDFLNN05|OLVERA|TINAJERO|RENATA|01/02/2024|2|AAA010101AAA|A@EJEMPLO.MX|5500000000\r\n`;
    const { text: texto, headers } = await uploadFile(port, line, undefined, { 'content-type': 'text/plain' });
    expect(texto).toBe('linea,curp,pila,motivo\n1,OETR900517MDFLNN05,lista,\n');
    expect(headers['lote-lectura']).toContain('40/CFF, 9 columnas');
    const own = JSON.stringify({ nombre: 'mio', campos: { curp: '1-18', nombres: '20-30' } });
    const query = `token=pruebas&formato=${encodeURIComponent(own)}`;
    const { text: checked } = await uploadFile(port, 'OETR900517MDFLNN05 BRUNO\n', query);
    expect(checked).toContain('1,OETR900517MDFLNN05,revisar,No coincide');
    const { status, text: refused } = await uploadFile(port, line, 'token=pruebas&sexo=no&formato=nada');
    expect([
      status,
      JSON.parse(refused).response.errores.map(({ parametro }: { parametro: string }) => parametro),
    ]).toEqual([400, ['sexo', 'formato']]);
  });

  it('gets English messages if asked', async () => {
    const { text: texto } = await uploadFile(port, HEADER + BAD, undefined, { ...CSV, 'accept-language': 'en' });
    expect(texto).toContain('cannot be understood');
  });

  it('gets the same answer with or without a length, in one piece or byte by byte', async () => {
    const file = HEADER + distinct((GOOD + BAD).repeat(5));
    const whole = await uploadFile(port, file, undefined, {
      ...CSV,
      'content-length': String(Buffer.byteLength(file)),
    });
    const upload = new Upload(port);
    for (const byte of Buffer.from(file)) upload.send(Buffer.of(byte));
    const inBytes = await upload.finish();
    expect(inBytes.text).toBe(whole.text);
    expect(inBytes.trailers).toEqual(whole.trailers);
    const withSlash = await service.request({
      method: 'POST',
      url: '/curp/lote/?token=pruebas',
      headers: CSV,
      payload: file,
    });
    expect(withSlash.texto).toBe(whole.text);
  });

  it('has no rows if it has only a header', async () => {
    const { status, text: texto, trailers } = await uploadFile(port, HEADER);
    expect([status, texto, trailers['lote-filas']]).toEqual([200, `${ADDED}\n`, '0']);
  });

  it('is validated or compared with `operacion`', async () => {
    const validated = await uploadFile(port, `curp\n${CURP}\nX\n\n`, 'token=pruebas&operacion=validar');
    expect(validated.text.split('\n')[1]).toMatch(
      new RegExp(`^${CURP},true,,1990-05-17,M,09,CIUDAD DE MÉXICO,DF,false,,,0,$`),
    );
    expect(validated.text.split('\n')[2]).toMatch(/^X,false,/);
    expect(validated.trailers).toMatchObject({ 'lote-correctas': '1', 'lote-revisar': '1' }); // a malformed key is a result
    const compared = await uploadFile(
      port,
      `curp,${HEADER}${CURP},${GOOD}${CURP},${GOOD.replace('M,', 'H,')}`,
      'token=pruebas&operacion=cotejar',
    );
    const [, same, other] = compared.text.split('\n');
    expect(same).toMatch(new RegExp(`,identica,${CURP},,,0,$`));
    expect(other).toMatch(
      /,difiere,OETR900517HDFLNN05,sexo,"No coincide: Sexo\. .*Es la misma CURP que en la fila 2, con otros datos/,
    );
  });

  it('may name its columns in other ways, or ask for a spreadsheet', async () => {
    const file = `PILA,A,B,NACIO,sexo (H/M),entidad\n${GOOD}`;
    const columns =
      'columna_nombres=PILA&columna_apellido_paterno=A&columna_apellido_materno=3&columna_fecha_nacimiento=NACIO';
    const good = await uploadFile(port, file, `token=pruebas&${columns}`);
    expect(good.text.split('\n')[1]).toBe(DONE);
    const withoutSecond = await uploadFile(port, file, `token=pruebas&${columns.replace('materno=3', 'materno=')}`);
    expect(withoutSecond.text.split('\n')[1]).toContain('OEXR900517');
    const excel = await uploadFile(port, HEADER + GOOD.replace('Renata', '=Renata'), 'token=pruebas&excel=1');
    expect(excel.text.slice(1)).toMatch(new RegExp(`^nombres,.*\n'=Renata,`));
    expect(excel.text).toMatch(/^\ufeff/);
  });
});

describe('a file of NDJSON', () => {
  it.each(['application/x-ndjson', 'application/ndjson', 'application/x-ndjson; charset=UTF-8'])(
    '%s comes back with its answers',
    async (type) => {
      const {
        status,
        headers,
        text: texto,
        trailers,
      } = await uploadFile(port, `${AS_JSON}\n{"nombres":1}\n[]`, 'token=pruebas&sexo=hm', {
        'content-type': type,
      });
      expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
      const [good = '', bad = '', other = ''] = texto.split('\n');
      expect(JSON.parse(good)).toEqual({
        ...PERSONA,
        curp: CURP,
        avisos: [],
        code_error: 0,
        error_message: null,
        motivos: [],
      });
      expect(JSON.parse(bad)).toMatchObject({ nombres: 1, curp: null, code_error: 401 });
      expect(JSON.parse(other)).toMatchObject({ linea: '[]', code_error: 8 });
      expect(trailers).toMatchObject({ 'lote-filas': '3', 'lote-correctas': '1', 'lote-errores': '2' });
    },
  );

  it('has an empty answer if it has no lines', async () => {
    const { status, text: texto, trailers } = await uploadFile(port, '', undefined, NDJSON);
    expect([status, texto, trailers['lote-filas']]).toEqual([200, '', '0']);
  });
});

describe('a JSON array', () => {
  const query = 'token=pruebas&sexo=hm';
  const people = [PERSONA, { nombres: 'A, "B" [C]' }, { ...PERSONA, nombres: 'Ana', notas: [{ a: 1 }, []] }];
  const lines = people.map((each) => `${JSON.stringify(each)}\n`).join('');

  it.each(['application/json', 'application/json; charset=utf-8', 'application/x-ndjson'])(
    'as %s is read like its lines',
    async (type) => {
      const expected = await uploadFile(port, lines, query, NDJSON);
      const rows = expected.text.trim().split('\n');
      expect(rows.map((row) => (JSON.parse(row) as { code_error: number }).code_error)).toEqual([0, 401, 0]);
      const headers = { 'content-type': type };
      for (const text of [JSON.stringify(people), `\ufeff\n${JSON.stringify(people, null, 2)}\n`]) {
        const answer = await uploadFile(port, text, query, headers);
        expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
        const parsed = answer.text
          .trim()
          .split(/\n+/)
          .map((row) => JSON.parse(row) as unknown);
        expect(parsed).toEqual(rows.map((row) => JSON.parse(row) as unknown));
        expect(answer.trailers).toMatchObject({ 'lote-filas': '3', 'lote-correctas': '2' });
      }
    },
  );

  it('is read alike byte by byte, or as lines under its type', async () => {
    const expected = await uploadFile(port, lines, query, NDJSON);
    const json = { 'content-type': 'application/json' };
    const upload = new Upload(port, query, json);
    for (const byte of Buffer.from(`  ${JSON.stringify(people)}`)) upload.send(Buffer.of(byte));
    expect((await upload.finish()).text.trim()).toBe(expected.text.trim());
    expect((await uploadFile(port, lines, query, json)).text).toBe(expected.text);
  });
});

describe('the encoding of a file', () => {
  const withTilde = HEADER + GOOD.replace('Olvera', 'Ñúñez');
  const done = /^Renata,Ñúñez,Tinajero,1990-05-17,M,09,XUTR900517MDFXNN\w\d,,0,$/;
  const utf16be = Buffer.from(withTilde, 'utf16le').swap16();

  it.each<[charset: string, bytes: Buffer]>([
    ['', Buffer.from(withTilde)],
    ['', Buffer.from(`\ufeff${withTilde}`)],
    ['', Buffer.from(withTilde, 'latin1')],
    ['', Buffer.from(`\ufeff${withTilde}`, 'utf16le')],
    ['utf-8', Buffer.from(withTilde)],
    ['"UTF-8"', Buffer.from(withTilde)],
    ['windows-1252', Buffer.from(withTilde, 'latin1')],
    ['ISO-8859-1', Buffer.from(withTilde, 'latin1')],
    ['latin1', Buffer.from(withTilde, 'latin1')],
    ['utf-16', Buffer.from(`\ufeff${withTilde}`, 'utf16le')],
    ['utf-16le', Buffer.from(withTilde, 'utf16le')],
    ['utf-16be', utf16be],
  ])('may be %s, and the answer is UTF-8', async (charset, bytes) => {
    const { status, text: texto } = await uploadFile(port, bytes, undefined, {
      'content-type': `text/csv${charset === '' ? '' : `; header=present; charset=${charset}`}`,
    });
    expect(status).toBe(200);
    expect(texto.split('\n')[1]).toMatch(done);
  });

  it('is that of `codificacion` before the `charset` that a program sends by itself', async () => {
    const { text } = await uploadFile(port, Buffer.from(withTilde, 'latin1'), 'codificacion=ISO-8859-1&token=pruebas', {
      'content-type': 'text/csv; charset=utf-8',
    });
    expect(text.split('\n')[1]).toMatch(done);
  });
});

describe('before the first row, the answer is', () => {
  const FILE = HEADER + GOOD;

  it.each<[que: string, headers: Record<string, string>, mensaje: RegExp]>([
    ['no type', {}, /`text\/csv`.*`application\/x-ndjson`/],
    ['another type', { 'content-type': 'text/html' }, /`text\/csv`.*`application\/x-ndjson`/],
    ['no type at all', { 'content-type': 'no type' }, /`text\/csv`.*`application\/x-ndjson`/],
    ['a charset nobody knows', { 'content-type': 'text/csv; charset=ebcdic' }, /`charset`/],
    ['compression', { ...CSV, 'content-encoding': 'gzip' }, /sin comprimir/],
  ])('415 for %s', async (_, headers, message) => {
    const answer = await uploadFile(port, FILE, undefined, headers);
    expect(answer.status).toBe(415);
    expect(envelopeOf(answer)).toMatchObject({ error: true, code_error: 8, response: {} });
    expect(envelopeOf(answer).error_message).toMatch(message);
  });

  it('not 415 for the encoding identity', async () => {
    expect((await uploadFile(port, FILE, undefined, { ...CSV, 'content-encoding': 'identity' })).status).toBe(200);
  });

  it.each<[consulta: string, status: number, codigo: number, parametro: string | undefined]>([
    ['', 401, 1, 'token'],
    ['token=abc', 401, 2, 'token'],
    ['token=pruebas&operacion=', 400, 8, 'operacion'],
    ['token=pruebas&operacion=obtener_datos', 400, 8, 'operacion'],
    ['token=pruebas&operacion=constructor', 400, 8, 'operacion'],
    ['token=pruebas&excel=si', 400, 8, 'excel'],
    ['token=pruebas&operacion=x&excel=y', 400, 8, 'operacion'],
    ['token=pruebas&operacion=validar&operacion=validar', 400, 8, 'operacion'],
    ['token=pruebas&columna_nombres=a&columna_nombres=b', 400, 8, 'columna_nombres'],
    ['token=pruebas&columna_nombres=%zz', 400, 8, undefined],
    ['operacion=%zz', 400, 8, undefined], // A malformed request is refused before the token is checked.
    ['operacion=x', 401, 1, 'token'], // The token is checked before the parameters.
    ['token=pruebas&columna_nombres=PILA', 400, 8, 'nombres'],
  ])('for %s: %i, code %i', async (query, status, code, parametro) => {
    const answer = await uploadFile(port, FILE, query);
    const { code_error, response } = envelopeOf(answer);
    expect([answer.status, code_error, response.errores?.[0]?.parametro]).toEqual([status, code, parametro]);
  });

  it('414 for an address that is too long', async () => {
    expect((await uploadFile(port, FILE, `token=pruebas&x=${'x'.repeat(8200)}`)).status).toBe(414);
  });

  it('a message that names the three operations, and lists every problem', async () => {
    const { response, error_message } = envelopeOf(await uploadFile(port, FILE, 'token=pruebas&operacion=x&excel=y'));
    expect(error_message).toMatch(/`calcular`, `validar` o `cotejar`/);
    expect(response.errores?.map(({ parametro }) => parametro)).toEqual(['operacion', 'excel']);
  });

  it('not affected by an unknown parameter', async () => {
    expect((await uploadFile(port, FILE, 'token=pruebas&y=1&x=1&x=2&columna_=1')).text).toBe(`${ADDED}\n${DONE}\n`);
  });

  it.each<[que: string, archivo: string, mensaje: RegExp]>([
    ['a column missing', HEADER.replace('sexo', 'x') + GOOD, /`sexo`.*`columna_sexo=…`/],
  ])('400 with code 8 for a file with %s', async (_, file, message) => {
    const answer = await uploadFile(port, file);
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(envelopeOf(answer)).toMatchObject({ error: true, code_error: 8 });
    expect(envelopeOf(answer).error_message).toMatch(message);
  });

  it('404 or 405 before anything else is checked', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'] as const) {
      const { status, headers } = await service.request({
        method,
        url: '/curp/lote',
        headers: { 'content-type': 'x' },
      });
      expect([status, headers['allow']]).toEqual([405, 'POST, OPTIONS']);
    }
    const preflight = await service.request({ method: 'OPTIONS', url: '/curp/lote' });
    expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([204, 'POST, OPTIONS']);
    expect((await service.request({ method: 'POST', url: '/curp/lote/x', headers: CSV })).status).toBe(404);
    expect((await service.request({ method: 'POST', url: '/curp/validar', headers: CSV, payload: 'x' })).status).toBe(
      415,
    );
  });

  it('403 or 429 for the project and the rate, and a file has the headers of the rate', async () => {
    const { token } = await service.createProject({ limite: 1 });
    const { headers, status } = await uploadFile(port, FILE, '', { ...CSV, authorization: `Bearer ${token}` });
    expect([status, headers['ratelimit'], headers['ratelimit-policy']]).toEqual([
      200,
      '"proyecto";r=0;t=1',
      '"proyecto";q=1;w=1',
    ]);
    const other = await uploadFile(port, FILE, `token=${token}`);
    expect([other.status, envelopeOf(other).code_error, other.headers['retry-after']]).toEqual([429, 5, '1']);
    const { token: closed, proyecto } = await service.createProject();
    await service.store.changeProject(proyecto.id, { estado: 'revocado' });
    expect(envelopeOf(await uploadFile(port, FILE, `token=${closed}`)).code_error).toBe(3);
  });
});

describe('the log of a file', () => {
  it('is one line with the number of rows', async () => {
    const own = openService();
    await uploadFile(await own.listen(), HEADER + GOOD + BAD + GOOD);
    expect(own.log.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 'debug',
        time: expect.any(String) as string,
        operacion: 'lote',
        status: 200,
        code_error: 0,
        ms: expect.any(Number) as number,
        proyecto: 'pruebas',
        request_id: expect.any(String) as string,
        filas: 3,
        correctas: 1,
        errores: 1,
        revisar: 1,
        cortado: false,
        msg: 'request',
      },
    ]);
    const metrics = own.metrics();
    expect(metrics).toContain('curp_requests_total{operacion="lote",code_error="0"} 1');
    expect(metrics).toContain('curp_lote_rows_total{code_error="0"} 2');
    expect(metrics).toContain('curp_lote_rows_total{code_error="417"} 1');
  });

  it('is one line with status and code if the file cannot be read', async () => {
    const own = openService();
    const { status } = await uploadFile(await own.listen(), 'PILA\nRenata\n');
    expect(status).toBe(400);
    const [line] = own.log.map((each) => JSON.parse(each) as { status: number; code_error: number });
    expect(line).toMatchObject({ operacion: 'lote', status, code_error: expect.any(Number) as number });
    expect(line?.code_error).toBeGreaterThan(0);
    expect(own.metrics()).toContain(`curp_requests_total{operacion="lote",code_error="${line?.code_error}"} 1`);
  });
});
