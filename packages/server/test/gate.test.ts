/** What stands before every operation: who is let in, with what, and what is known of who is not. */
import { describe, expect, it, vi } from 'vitest';
import { NO_VALUES, knowParameters } from '../src/http/request.js';
import { type Gate, MAX_URL_LENGTH, type IncomingRequest, admit } from '../src/access/gate.js';
import type { QuotaUnit } from '../src/access/quota.js';
import { Rate } from '../src/access/rate.js';
import type { Project } from '../src/store/store.js';

const SUYO: Project = { id: 'suyo', nombre: 'suyo', estado: 'activo', limite: null, cuota: 5 };
const UNIDAD: QuotaUnit = { giveBack: () => undefined };
const CONOCIDOS = knowParameters(['curp'], NO_VALUES);
const GONE = new Error('gone');

/** A gate that lets all in, but for what is set otherwise. */
function abrirGate(ajustes: object = {}) {
  const abrir = vi.fn<Gate['auth']['open']>(() => SUYO);
  const tomar = vi.fn<Gate['quota']['take']>(() => UNIDAD);
  const storeFailed = vi.fn<Gate['storeFailed']>();
  const gate = {
    auth: { abrir },
    quota: { tomar },
    rate: new Rate(),
    rateLimit: null,
    now: () => 1_000_000,
    rechazo: () => null,
    storeFailed,
    ...ajustes,
  } as unknown as Gate;
  const pedir = async (url: string | undefined, headers: Readonly<Record<string, string>> = {}, libre = false) =>
    admit(gate, { raw: { url }, headers, arrivedAt: 7 } as unknown as IncomingRequest, CONOCIDOS, 'es', libre);
  return { pedir, abrir, tomar, storeFailed };
}

describe('a request is let in', () => {
  it('with its project, its token, its values and a unit of quota', async () => {
    const { pedir } = abrirGate();
    expect(await pedir('/curp/validar?token=suyo&curp=X&otro=1')).toEqual({
      proyecto: SUYO,
      token: 'suyo',
      valores: { ...NO_VALUES, token: 'suyo', curp: 'X' },
      unidad: UNIDAD,
      headers: undefined,
    });
  });

  it('without a unit, where it takes none', async () => {
    const { pedir, tomar } = abrirGate({ rateLimit: 3 });
    const entrada = await pedir('/curp/lotes?token=suyo', {}, true);
    expect(entrada).toMatchObject({ proyecto: SUYO, token: 'suyo', headers: { ratelimit: '"proyecto";r=2;t=1' } });
    expect(entrada).not.toHaveProperty('problemas');
    expect(tomar).not.toHaveBeenCalled();
  });

  it('when the store has answered', async () => {
    const { pedir, abrir, tomar } = abrirGate();
    abrir.mockResolvedValue(SUYO);
    tomar.mockResolvedValue(UNIDAD);
    expect(await pedir('/?token=suyo')).toMatchObject({ proyecto: SUYO, unidad: UNIDAD });
  });
});

describe('its token', () => {
  it.each([
    ['in the address', '/?token=a', {}, 'a'],
    ['in the address, with blanks', '/?token=+a+', {}, 'a'],
    ['in the header', '/', { authorization: 'Bearer a' }, 'a'],
    ['in the header, as others write it', '/?', { authorization: 'bearer   a  ' }, 'a'],
    ['in the header, with nothing in the address', '/?token=+', { authorization: 'Bearer a' }, 'a'],
    ['in both', '/?token=a', { authorization: 'Bearer a' }, 'a'],
    ['in the address, with another kind of header', '/?token=a', { authorization: 'Basic b' }, 'a'],
  ])('%s', async (_, url, headers, token) => {
    const { pedir, abrir } = abrirGate();
    expect(await pedir(url, headers)).toMatchObject({ token });
    expect(abrir).toHaveBeenCalledWith(token);
  });

  it.each([
    ['nowhere', '/', {}, 'token_ausente'],
    ['nowhere, for there is no address', undefined, {}, 'token_ausente'],
    ['in another kind of header', '/', { authorization: 'Basic a' }, 'token_ausente'],
    ['behind something else in the header', '/', { authorization: 'x Bearer a' }, 'token_ausente'],
    ['two in the header', '/', { authorization: 'Bearer a b' }, 'token_ausente'],
    ['without a blank in the header', '/', { authorization: 'Bearera' }, 'token_ausente'],
    ['two of them', '/?token=a', { authorization: 'Bearer b' }, 'repetido'],
  ])('%s is a problem', async (_, url, headers, causa) => {
    const { pedir, abrir } = abrirGate();
    expect(await pedir(url, headers)).toMatchObject({ problemas: [{ causa }] });
    expect(abrir).not.toHaveBeenCalled();
  });
});

describe('a request is turned away', () => {
  it.each([
    ['apagado', { connection: 'close' }],
    ['sobrecarga', undefined],
  ] as const)('at a stop the connection ends too: %s', async (causa, headers) => {
    const rechazo = vi.fn<Gate['refusal']>(() => causa);
    const { pedir, abrir } = abrirGate({ rechazo });
    const { headers: dados, ...otro } = (await pedir('/?token=a')) as { headers?: object };
    expect(otro).toEqual({ problemas: [{ causa }] });
    expect(dados).toEqual(headers);
    expect(rechazo).toHaveBeenCalledWith(7);
    expect(abrir).not.toHaveBeenCalled();
  });

  it('with an address beyond all measure', async () => {
    const { pedir } = abrirGate();
    const url = (largo: number): string => '/?token=a&x='.padEnd(largo, 'x');
    expect(await pedir(url(MAX_URL_LENGTH))).not.toHaveProperty('problemas');
    expect(await pedir(url(MAX_URL_LENGTH + 1))).toEqual({
      problemas: [{ causa: 'url_larga', partes: { limite: '8192' } }],
    });
  });

  it.each([
    ['that is mistyped', null, `curp_${'0'.repeat(38)}`, { problemas: [{ causa: 'token_mal_escrito' }] }],
    ['that is unknown', null, 'a', { problemas: [{ causa: 'token_desconocido' }] }],
  ])('with a token %s', async (_, abierto, token, esperado) => {
    const { pedir, abrir } = abrirGate();
    abrir.mockReturnValue(abierto);
    expect(await pedir(`/?token=${token}`)).toEqual(esperado);
  });

  it('of a project that is disabled, which is told', async () => {
    const { pedir, abrir } = abrirGate();
    const inactivo = { ...SUYO, estado: 'revocado' } as const;
    abrir.mockReturnValue(inactivo);
    expect(await pedir('/?token=a')).toEqual({ problemas: [{ causa: 'proyecto_inactivo' }], proyecto: inactivo });
  });

  it('beyond its rate, or the service’s', async () => {
    const { pedir, abrir, tomar } = abrirGate({ rateLimit: 1 });
    await pedir('/?token=a');
    expect(await pedir('/?token=a')).toEqual({
      problemas: [{ causa: 'demasiadas', partes: { limite: '1' } }],
      proyecto: SUYO,
      headers: {
        'ratelimit-policy': '"proyecto";q=1;w=1',
        ratelimit: '"proyecto";r=0;t=1',
        'retry-after': '1',
      },
    });
    expect(tomar).toHaveBeenCalledTimes(1);
    abrir.mockReturnValue({ ...SUYO, id: 'otro', limite: 2 });
    for (let i = 0; i < 2; i++) expect(await pedir('/?token=b')).not.toHaveProperty('problemas');
    expect(await pedir('/?token=b')).toMatchObject({ problemas: [{ partes: { limite: '2' } }] });
  });

  it('beyond its quota, and told when it renews', async () => {
    const { pedir, tomar } = abrirGate({ rateLimit: 9, now: () => Date.parse('2026-11-15T18:00:00Z') });
    tomar.mockResolvedValue(null);
    expect(await pedir('/?token=a')).toMatchObject({
      problemas: [{ causa: 'cuota_agotada', partes: { renovacion: expect.stringContaining('diciembre') as unknown } }],
      proyecto: SUYO,
      headers: { ratelimit: '"proyecto";r=8;t=1' },
    });
  });

  it('where the store cannot be reached for its token', async () => {
    const { pedir, abrir, storeFailed } = abrirGate();
    abrir.mockRejectedValue(GONE);
    expect(await pedir('/?token=a')).toEqual({ problemas: [{ causa: 'almacen' }] });
    expect(storeFailed).toHaveBeenCalledWith(GONE);
  });

  it('where the store cannot be reached for its quota', async () => {
    const { pedir, tomar, storeFailed } = abrirGate({ rateLimit: 9 });
    tomar.mockRejectedValue(GONE);
    expect(await pedir('/?token=a')).toMatchObject({
      problemas: [{ causa: 'almacen' }],
      proyecto: SUYO,
      headers: { ratelimit: '"proyecto";r=8;t=1' },
    });
    expect(storeFailed).toHaveBeenCalledWith(GONE);
  });
});
