/** Every code of the contract, alone and in combination. */
import { describe, expect, it } from 'vitest';
import { ROW_AND_FILE_CODES as CODIGOS_DE_LOTE } from '@curp-service/contract/codes/file';
import { CODES } from '@curp-service/contract/codes/service';
import { createToken, sha256 } from '../src/access/tokens.js';
import { CURP, PERSONA, openService } from './service.js';

/** The words of a code. */
interface Written {
  readonly es: string;
  readonly en: string;
}

type Change = Readonly<Record<string, string | undefined>>;

/** Returns the person with some parameters changed; `undefined` removes one. */
function con(change: Change): Record<string, string> {
  const all: Record<string, string | undefined> = { ...PERSONA, ...change };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const LONG = 'A'.repeat(201);

/** The changed parameters, the codes of the answer (the envelope's first), and the parameters that they name. */
const CASES: [que: string, cambio: Change, codigos: number[], parametros?: string[]][] = [
  // 400 to 407: absent, empty, blank, invisible
  ['nombres absent', { nombres: undefined }, [400], ['nombres']],
  ['nombres empty', { nombres: '' }, [400]],
  ['nombres blank', { nombres: ' \t ' }, [400]],
  ['nombres of a no-break space', { nombres: '\u00a0' }, [400]],
  ['nombres of a zero-width space', { nombres: '\u200b' }, [400]],
  ['nombres null', { nombres: 'null' }, [400]],
  ['apellido_paterno absent', { apellido_paterno: undefined }, [401], ['apellido_paterno']],
  ['apellido_paterno empty', { apellido_paterno: '' }, [401]],
  ['apellido_paterno invisible', { apellido_paterno: '\u200b' }, [401]],
  ['apellido_paterno None', { apellido_paterno: 'None' }, [401]],
  ['apellido_materno absent', { apellido_materno: undefined }, [402], ['apellido_materno']],
  ['apellido_materno undefined', { apellido_materno: 'undefined' }, [402]],
  ['apellido_materno NaN', { apellido_materno: 'NaN' }, [402]],
  ['anio_nacimiento absent', { anio_nacimiento: undefined }, [403], ['anio_nacimiento']],
  ['anio_nacimiento empty', { anio_nacimiento: '' }, [403]],
  ['mes_nacimiento absent', { mes_nacimiento: undefined }, [404], ['mes_nacimiento']],
  ['dia_nacimiento blank', { dia_nacimiento: ' ' }, [405], ['dia_nacimiento']],
  ['sexo absent', { sexo: undefined }, [406], ['sexo']],
  ['sexo empty', { sexo: '' }, [406]],
  ['entidad absent', { entidad: undefined }, [407], ['entidad']],
  // 408 to 411: ASCII digits only
  ['anio_nacimiento -5', { anio_nacimiento: '-5' }, [408], ['anio_nacimiento']],
  ['anio_nacimiento 1e3', { anio_nacimiento: '1e3' }, [408]],
  ['anio_nacimiento with a space', { anio_nacimiento: ' 1990' }, [408]],
  ['anio_nacimiento with a line feed', { anio_nacimiento: '1990\n' }, [408]],
  ['anio_nacimiento in full width', { anio_nacimiento: '１９９０' }, [408]],
  ['anio_nacimiento 1990.0', { anio_nacimiento: '1990.0' }, [408]],
  ['anio_nacimiento null', { anio_nacimiento: 'null' }, [408]],
  ['mes_nacimiento mayo', { mes_nacimiento: 'mayo' }, [409], ['mes_nacimiento']],
  ['dia_nacimiento +7', { dia_nacimiento: '+7' }, [410], ['dia_nacimiento']],
  ['entidad DF', { entidad: 'DF' }, [411], ['entidad']],
  // 412 to 415: the number of digits
  ['anio_nacimiento 90', { anio_nacimiento: '90' }, [412], ['anio_nacimiento']],
  ['anio_nacimiento 01990', { anio_nacimiento: '01990' }, [412]],
  ['mes_nacimiento 5', { mes_nacimiento: '5' }, [413], ['mes_nacimiento']],
  ['mes_nacimiento 005', { mes_nacimiento: '005' }, [413]],
  ['dia_nacimiento 7', { dia_nacimiento: '7' }, [414], ['dia_nacimiento']],
  ['entidad 9', { entidad: '9' }, [415], ['entidad']],
  ['entidad 009', { entidad: '009' }, [415]],
  // 416
  ['sexo F', { sexo: 'F' }, [416], ['sexo']],
  ['sexo h', { sexo: 'h' }, [416]],
  ['sexo H with a space', { sexo: 'H ' }, [416]],
  ['sexo HM', { sexo: 'HM' }, [416]],
  // 417
  ['entidad 00', { entidad: '00' }, [417], ['entidad']],
  ['entidad 33', { entidad: '33' }, [417]],
  ['31 April', { mes_nacimiento: '04', dia_nacimiento: '31' }, [417], ['dia_nacimiento']],
  ['29 February 1900', { anio_nacimiento: '1900', mes_nacimiento: '02', dia_nacimiento: '29' }, [417]],
  ['31 February', { mes_nacimiento: '02', dia_nacimiento: '31' }, [417]],
  ['day 00', { dia_nacimiento: '00' }, [417], ['dia_nacimiento']],
  ['month 13', { mes_nacimiento: '13' }, [417], ['mes_nacimiento']],
  ['month 00', { mes_nacimiento: '00' }, [417], ['mes_nacimiento']],
  ['year 2999', { anio_nacimiento: '2999' }, [417], ['anio_nacimiento']],
  ['year 1799', { anio_nacimiento: '1799' }, [417], ['anio_nacimiento']],
  ['nombres without Latin letters', { nombres: '李' }, [417], ['nombres']],
  ['apellido_paterno of digits', { apellido_paterno: '123' }, [417], ['apellido_paterno']],
  ['apellido_materno of 201 letters', { apellido_materno: LONG }, [417], ['apellido_materno']],
  ['nombres with a NUL', { nombres: 'Re\u0000nata' }, [417], ['nombres']],
  // Code 8 of `detalle`
  ['detalle 2', { detalle: '2' }, [8], ['detalle']],
  ['detalle empty', { detalle: '' }, [8]],
  ['detalle constructor', { detalle: 'constructor' }, [8]],
  // With several problems, the message is that of the lowest code, and all are listed.
  [
    'all but the names missing',
    {
      anio_nacimiento: undefined,
      mes_nacimiento: undefined,
      dia_nacimiento: undefined,
      sexo: undefined,
      entidad: undefined,
    },
    [403, 404, 405, 406, 407],
  ],
  [
    'all missing',
    Object.fromEntries(Object.keys(PERSONA).map((name) => [name, undefined])),
    [400, 401, 402, 403, 404, 405, 406, 407],
  ],
  [
    'one of each kind',
    { nombres: '', anio_nacimiento: 'x', mes_nacimiento: '5', sexo: 'F', entidad: '33' },
    [400, 408, 413, 416, 417],
  ],
  ['detalle and a name', { detalle: 'si', nombres: '' }, [8, 400]],
  ['a name, the date and the entity', { nombres: '李', dia_nacimiento: '32', entidad: '99' }, [417, 417, 417]],
  ['a name of digits with a control', { nombres: '12\u0001' }, [417, 417]],
  ['the rest of a date with a bad part', { dia_nacimiento: '7', mes_nacimiento: '13' }, [414, 417]],
  ['a day that no month has, and no year', { anio_nacimiento: '', dia_nacimiento: '32' }, [403, 417]],
  ['30 February of no year', { anio_nacimiento: 'x', mes_nacimiento: '02', dia_nacimiento: '30' }, [408, 417]],
  ['29 February of no year may be', { anio_nacimiento: 'x', mes_nacimiento: '02', dia_nacimiento: '29' }, [408]],
  ['a remote year and month 13', { anio_nacimiento: '1700', mes_nacimiento: '13' }, [417, 417]],
];

describe('calcular_curp', () => {
  const service = openService();

  it.each(CASES)('%s', async (_, change, codes, parameters) => {
    const { status, sobre } = await service.request(
      `/curp/calcular_curp?${new URLSearchParams({ token: 'pruebas', ...con(change) }).toString()}`,
    );
    const errors = sobre.response.errores ?? [];
    expect(status).toBe(400);
    expect(sobre).toMatchObject({ error: true, code_error: codes[0] });
    expect(errors.map((error) => error.code_error)).toEqual(codes);
    expect(errors[0]?.error_message).toBe(sobre.error_message);
    if (parameters !== undefined) expect(errors.map((error) => error.parametro)).toEqual(parameters);
  });
});

/** Other failures, with their code, status and parameter. */
describe('the answer has code', () => {
  it('1 for a missing token', async () => {
    const service = openService();
    for (const url of [
      '/curp/entidades',
      '/curp/entidades?token=',
      '/curp/entidades?token=%20',
      '/curp/entidades?Token=x',
    ]) {
      expect(await service.request(url)).toMatchObject({
        status: 401,
        sobre: { code_error: 1, response: { errores: [{ code_error: 1, parametro: 'token' }] } },
      });
    }
  });

  it('2 for an unknown, mistyped or expired token, and the message says which', async () => {
    const service = openService();
    const { proyecto, token } = await service.createProject();
    const [expired, past] = [createToken(), new Date(0).toISOString()];
    await service.store.addToken(proyecto.id, 'auditor', sha256(expired), past);
    const other = (t: string): string => t.slice(0, 9) + (t[9] === 'a' ? 'b' : 'a') + t.slice(10);
    const { token: foreign } = await openService().createProject();
    const mistyped = await service.request(`/curp/entidades?token=${other(token)}`);
    const incomplete = await service.request(`/curp/entidades?token=${token.slice(0, -1)}`);
    const unknown = await service.request(`/curp/entidades?token=${foreign}`);
    const any = await service.request('/curp/entidades?token=abc');
    for (const { status, sobre } of [mistyped, incomplete, unknown, any]) {
      expect({ status, codigo: sobre.code_error }).toEqual({ status: 401, codigo: 2 });
    }
    expect(mistyped.sobre.error_message).toBe(CODES.token_mal_escrito.es);
    expect(incomplete.sobre.error_message).toBe(CODES.token_mal_escrito.es);
    expect(unknown.sobre.error_message).toBe(CODES.token_desconocido.es);
    expect(any.sobre.error_message).toBe(CODES.token_desconocido.es);
    for (let i = 0; i < 2; i += 1)
      expect(await service.request(`/curp/entidades?token=${expired}`)).toMatchObject({
        status: 401,
        sobre: { code_error: 2, error_message: CODES.token_vencido.es },
      });
  });

  it('3 for a disabled project', async () => {
    const service = openService();
    const { proyecto, token } = await service.createProject();
    await service.store.changeProject(proyecto.id, { estado: 'revocado' });
    expect(await service.request(`/curp/entidades?token=${token}`)).toMatchObject({
      status: 403,
      sobre: { code_error: 3 },
    });
  });

  it('100 or 101 for a missing or malformed key', async () => {
    const service = openService();
    for (const operacion of ['validar', 'obtener_datos', 'cotejar']) {
      expect(await service.operate(operacion, { ...PERSONA, curp: ' ' })).toMatchObject({ code_error: 100 });
      expect(await service.operate(operacion, PERSONA)).toMatchObject({ code_error: 100 });
    }
    expect(await service.operate('cotejar', { ...PERSONA, nombres: 'null' })).toMatchObject({
      code_error: 100,
      response: { errores: [{ code_error: 100 }, { code_error: 400 }] },
    });
    const bad = await service.operate('obtener_datos', { curp: 'OETR900532HDFLNN0' });
    expect(bad.code_error).toBe(101);
    expect(bad.error_message).toContain('18');
    expect(bad.response.errores?.map(({ code_error, parametro }) => [code_error, parametro])).toEqual([
      [101, 'curp'],
      [101, 'curp'],
    ]);
  });

  it('201 without a source of records', async () => {
    const service = openService();
    const { status, sobre, headers } = await service.request(`/curp/obtener_datos?token=pruebas&curp=${CURP}`);
    expect({ status, codigo: sobre.code_error, retry: headers['retry-after'] }).toEqual({
      status: 503,
      codigo: 201,
      retry: undefined,
    });
  });
});

describe('the table of codes', () => {
  it('has full sentences, with the same parts in both languages', () => {
    for (const { es, en } of [...Object.values<Written>(CODES), ...Object.values<Written>(CODIGOS_DE_LOTE)]) {
      for (const text of [es, en]) expect(text).toMatch(/^[\p{Lu}`].*[.}]$/u);
      for (const text of [es, en]) expect(text).not.toMatch(/[.!?] \p{Lu}/u); // The text is one sentence.
      expect(es).not.toBe(en);
      expect(es.match(/\{\w+\}/g)?.toSorted()).toEqual(en.match(/\{\w+\}/g)?.toSorted());
    }
  });
});
