/** Every code of the contract, alone and in combination. */
import { describe, expect, it } from 'vitest';
import { CODES } from '@curp-service/contract/codes/service';
import { createToken, sha256 } from '../src/access/tokens.js';
import { CURP, PERSONA, openService } from './service.js';

type Change = Readonly<Record<string, string | undefined>>;

/** Returns the person with some parameters changed; `undefined` removes one. */
function con(change: Change): Record<string, string> {
  const all: Record<string, string | undefined> = { ...PERSONA, ...change };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The changed parameters, the codes of the answer (the envelope's first), and the parameters that they name. */
const CASES: [que: string, cambio: Change, codigos: number[], parametros: string[]][] = [
  ['a name absent', { nombres: undefined }, [400], ['nombres']],
  ['a year of other characters', { anio_nacimiento: '１９９０' }, [408], ['anio_nacimiento']],
  ['a month of one digit', { mes_nacimiento: '5' }, [413], ['mes_nacimiento']],
  ['another sex', { sexo: 'h' }, [416], ['sexo']],
  ['a day that does not exist', { mes_nacimiento: '04', dia_nacimiento: '31' }, [417], ['dia_nacimiento']],
  ['another `detalle`', { detalle: 'constructor' }, [8], ['detalle']],
  // With several problems, the message is that of the lowest code, and all are listed.
  [
    'one of each kind',
    { detalle: '2', nombres: '', anio_nacimiento: 'x', mes_nacimiento: '5', sexo: 'F', entidad: '33' },
    [8, 400, 408, 413, 416, 417],
    ['detalle', 'nombres', 'anio_nacimiento', 'mes_nacimiento', 'sexo', 'entidad'],
  ],
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
    expect(errors.map((error) => error.parametro)).toEqual(parameters);
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
