/** The gate: which requests it admits, what they carry then, and how it refuses the others. */
import { describe, expect, it, vi } from 'vitest';
import { MAX_URL_LENGTH, NO_PARAMETER_VALUES, knowParameters } from '../src/http/request.js';
import { type Gate, type IncomingRequest, admit } from '../src/access/gate.js';
import type { QuotaUnit } from '../src/access/quota.js';
import { Rate } from '../src/access/rate.js';
import type { Project } from '../src/store/projects.js';

const OWN: Project = { id: 'suyo', nombre: 'suyo', estado: 'activo', limite: null, cuota: 5 };
const UNIT: QuotaUnit = { giveBack: () => undefined };
const KNOWN = knowParameters(['curp'], NO_PARAMETER_VALUES);
const GONE = new Error('gone');

/** Returns a gate that admits everything, unless `settings` say otherwise. */
function openGate(settings: object = {}) {
  const open = vi.fn<Gate['auth']['open']>(() => OWN);
  const take = vi.fn<Gate['quota']['take']>(() => UNIT);
  const storeFailed = vi.fn<Gate['storeFailed']>();
  const gate = {
    auth: { open },
    quota: { take, left: () => null },
    rate: new Rate(),
    rateLimit: null,
    clock: { now: () => 1_000_000 },
    demoToken: 'local',
    storeFailed,
    ...settings,
  } as unknown as Gate;
  const ask = async (url: string | undefined, headers: Readonly<Record<string, string>> = {}, free = false) =>
    admit(
      gate,
      { raw: { url, headers, httpVersion: '1.1' }, headers } as unknown as IncomingRequest,
      KNOWN,
      'es',
      free,
    );
  return { ask, open, take, storeFailed };
}

describe('a request is admitted', () => {
  it('with its project, its token, its values and a unit of quota', async () => {
    const { ask } = openGate();
    expect(await ask('/curp/validar?token=suyo&curp=X&otro=1')).toEqual({
      project: OWN,
      token: 'suyo',
      values: { ...NO_PARAMETER_VALUES, token: 'suyo', curp: 'X' },
      unit: UNIT,
      headers: undefined,
    });
  });

  it('without a unit if it takes no quota', async () => {
    const { ask, take } = openGate({ rateLimit: 3 });
    const admission = await ask('/curp/lotes?token=suyo', {}, true);
    expect(admission).toMatchObject({ project: OWN, token: 'suyo', headers: { ratelimit: '"proyecto";r=2;t=1' } });
    expect(admission).not.toHaveProperty('problems');
    expect(take).not.toHaveBeenCalled();
  });

  it('once the store has answered', async () => {
    const { ask, open, take } = openGate();
    open.mockResolvedValue(OWN);
    take.mockResolvedValue(UNIT);
    expect(await ask('/?token=suyo')).toMatchObject({ project: OWN, unit: UNIT });
  });
});

describe('the token of a request', () => {
  it.each([
    ['in the address', '/?token=a', {}, 'a'],
    ['in the address, with blanks', '/?token=+a+', {}, 'a'],
    ['in the header', '/', { authorization: 'Bearer a' }, 'a'],
    ['in the header, in lower case with more blanks', '/?', { authorization: 'bearer   a  ' }, 'a'],
    ['in the header, with nothing in the address', '/?token=+', { authorization: 'Bearer a' }, 'a'],
    ['in both', '/?token=a', { authorization: 'Bearer a' }, 'a'],
    ['in the address, with another kind of header', '/?token=a', { authorization: 'Basic b' }, 'a'],
  ])('may be %s', async (_, url, headers, token) => {
    const { ask, open } = openGate();
    expect(await ask(url, headers)).toMatchObject({ token });
    expect(open).toHaveBeenCalledWith(token);
  });

  it.each([
    ['no token', '/', {}, 'token_ausente'],
    ['no token and no address', undefined, {}, 'token_ausente'],
    ['in another kind of header', '/', { authorization: 'Basic a' }, 'token_ausente'],
    ['after something else in the header', '/', { authorization: 'x Bearer a' }, 'token_ausente'],
    ['two in the header', '/', { authorization: 'Bearer a b' }, 'token_ausente'],
    ['without a blank in the header', '/', { authorization: 'Bearera' }, 'token_ausente'],
    ['one in the address and another in the header', '/?token=a', { authorization: 'Bearer b' }, 'repetido'],
  ])('is refused: %s', async (_, url, headers, cause) => {
    const { ask, open } = openGate();
    expect(await ask(url, headers)).toMatchObject({ problems: [{ cause }] });
    expect(open).not.toHaveBeenCalled();
  });
});

describe('a request is refused', () => {
  it('if its address is too long', async () => {
    const { ask } = openGate();
    const url = (length: number): string => '/?token=a&x='.padEnd(length, 'x');
    expect(await ask(url(MAX_URL_LENGTH))).not.toHaveProperty('problems');
    expect(await ask(url(MAX_URL_LENGTH + 1))).toEqual({
      problems: [{ cause: 'url_larga', parts: { limite: '8192' } }],
    });
  });

  it.each([
    ['that is mistyped', null, `curp_${'0'.repeat(38)}`, { problems: [{ cause: 'token_mal_escrito' }] }],
    ['that is unknown', null, 'a', { problems: [{ cause: 'token_desconocido' }] }],
  ])('with a token %s', async (_, opened, token, expected) => {
    const { ask, open } = openGate();
    open.mockReturnValue(opened);
    expect(await ask(`/?token=${token}`)).toEqual(expected);
  });

  it('if its project is disabled, with the project in the answer', async () => {
    const { ask, open } = openGate();
    const disabled = { ...OWN, estado: 'revocado' } as const;
    open.mockReturnValue(disabled);
    expect(await ask('/?token=a')).toEqual({ problems: [{ cause: 'proyecto_inactivo' }], project: disabled });
  });

  it('beyond the rate of its project or of the service', async () => {
    const { ask, open, take } = openGate({ rateLimit: 1 });
    await ask('/?token=a');
    expect(await ask('/?token=a')).toEqual({
      problems: [{ cause: 'demasiadas', parts: { limite: '1' } }],
      project: OWN,
      headers: {
        'ratelimit-policy': '"proyecto";q=1;w=1',
        ratelimit: '"proyecto";r=0;t=1',
        'retry-after': '1',
      },
    });
    expect(take).toHaveBeenCalledTimes(1);
    open.mockReturnValue({ ...OWN, id: 'otro', limite: 2 });
    for (let i = 0; i < 2; i++) expect(await ask('/?token=b')).not.toHaveProperty('problems');
    expect(await ask('/?token=b')).toMatchObject({ problems: [{ parts: { limite: '2' } }] });
  });

  it('beyond its quota, with the renewal date', async () => {
    const { ask, take } = openGate({ rateLimit: 9, clock: { now: () => Date.parse('2026-11-15T18:00:00Z') } });
    take.mockResolvedValue(null);
    expect(await ask('/?token=a')).toMatchObject({
      problems: [{ cause: 'cuota_agotada', parts: { renovacion: expect.stringContaining('diciembre') as unknown } }],
      project: OWN,
      headers: { ratelimit: '"proyecto";r=8;t=1' },
    });
  });

  it('if the store cannot be asked for its token', async () => {
    const { ask, open, storeFailed } = openGate();
    open.mockRejectedValue(GONE);
    expect(await ask('/?token=a')).toEqual({ problems: [{ cause: 'almacen' }] });
    expect(storeFailed).toHaveBeenCalledWith(GONE);
  });

  it('if the store cannot be asked for its quota', async () => {
    const { ask, take, storeFailed } = openGate({ rateLimit: 9 });
    take.mockRejectedValue(GONE);
    expect(await ask('/?token=a')).toMatchObject({
      problems: [{ cause: 'almacen' }],
      project: OWN,
      headers: { ratelimit: '"proyecto";r=8;t=1' },
    });
    expect(storeFailed).toHaveBeenCalledWith(GONE);
  });
});
