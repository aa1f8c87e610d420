/** Rate, quota, usage and the memory of tokens, through the service. */
import { mexicoMonth } from '../src/access/calendar.js';
import { describe, expect, it, vi } from 'vitest';
import { mexicoDay, renewalDate, secondsOfMonthLeft } from '../src/access/calendar.js';
import { Rate } from '../src/access/rate.js';
import { PERSONA, type Service, openService } from './service.js';
import { SOON } from './soon.js';

const advance = (service: Service, ms: number): void => {
  service.now += ms;
};

const entidades = async (service: Service, token: string) => service.request(`/curp/entidades?token=${token}`);

describe('the rate', () => {
  it('admits one second’s worth, then says when to retry', async () => {
    const service = openService();
    const { token } = await service.createProject({ limite: 3 });
    const rests = [];
    for (let i = 0; i < 3; i++) {
      const { status, headers } = await entidades(service, token);
      rests.push([status, headers['ratelimit'], headers['ratelimit-policy']]);
    }
    expect(rests).toEqual([
      [200, '"proyecto";r=2;t=1', '"proyecto";q=3;w=1'],
      [200, '"proyecto";r=1;t=1', '"proyecto";q=3;w=1'],
      [200, '"proyecto";r=0;t=1', '"proyecto";q=3;w=1'],
    ]);
    const fourth = await entidades(service, token);
    expect(fourth).toMatchObject({
      status: 429,
      sobre: { code_error: 5, response: {} },
      headers: { 'retry-after': '1', ratelimit: '"proyecto";r=0;t=1' },
    });
    expect(fourth.sobre.error_message).toContain('3 por segundo');
    advance(service, 334);
    expect((await entidades(service, token)).status).toBe(200);
    expect((await entidades(service, token)).status).toBe(429);
  });

  it('is that of the project, or of the service if the project sets none', async () => {
    const service = openService({ rateLimit: 1 });
    const a = await service.createProject();
    const b = await service.createProject({ limite: 2 });
    expect((await entidades(service, a.token)).status).toBe(200);
    expect((await entidades(service, a.token)).status).toBe(429);
    expect((await entidades(service, b.token)).status).toBe(200);
    expect((await entidades(service, b.token)).status).toBe(200);
    expect((await entidades(service, b.token)).status).toBe(429);
  });

  it('comes with what is left of the month if the project has a quota', async () => {
    const service = openService();
    const { token } = await service.createProject({ limite: 9, cuota: 3 });
    const left = [];
    for (let i = 0; i < 4; i++) left.push((await entidades(service, token)).headers);
    const until = /^"proyecto";r=\d;t=1, "mes";r=(\d);t=(\d+)$/;
    expect(left.map(({ ratelimit }) => until.exec(String(ratelimit))?.[1])).toEqual(['2', '1', '0', '0']);
    const seconds = Number(until.exec(String(left[0]?.['ratelimit']))?.[2]);
    expect(mexicoMonth(service.now + (seconds - 1) * 1000)).toBe(mexicoMonth(service.now));
    expect(mexicoMonth(service.now + seconds * 1000)).not.toBe(mexicoMonth(service.now));
    expect(left[0]?.['ratelimit-policy']).toBe('"proyecto";q=9;w=1, "mes";q=3');
    const unlimited = await service.createProject({ cuota: 500 });
    expect((await entidades(service, unlimited.token)).headers['ratelimit']).toMatch(/^"mes";r=499;t=\d+$/);
  });

  it('has no headers if there is no limit', async () => {
    expect((await entidades(openService(), 'pruebas')).headers).not.toHaveProperty('ratelimit');
  });

  it('says how many requests are left, and when all are available again', () => {
    const rate = new Rate();
    const check = (ms: number, proyecto = 'p') => rate.check(proyecto, 4, 10_000 + ms);
    expect(check(0)).toEqual({ passes: true, remaining: 3, seconds: 1 });
    expect(check(0)).toEqual({ passes: true, remaining: 2, seconds: 1 });
    expect(check(0, 'otro')).toEqual({ passes: true, remaining: 3, seconds: 1 });
    expect(check(0)).toEqual({ passes: true, remaining: 1, seconds: 1 });
    expect(check(0)).toEqual({ passes: true, remaining: 0, seconds: 1 });
    expect(check(0)).toEqual({ passes: false, remaining: 0, seconds: 1 });
    expect(check(249)).toEqual({ passes: false, remaining: 0, seconds: 1 });
    expect(check(250)).toEqual({ passes: true, remaining: 0, seconds: 1 });
    expect(check(999)).toEqual({ passes: true, remaining: 1, seconds: 1 });
    expect(check(5000)).toEqual({ passes: true, remaining: 3, seconds: 1 });
  });

  it('starts afresh after the clock was set back by more than a second', () => {
    const rate = new Rate();
    for (let i = 0; i < 4; i++) rate.check('p', 4, 10_000);
    expect(rate.check('p', 4, 10_000).passes).toBe(false); // It is full again a second later, as far ahead as possible.
    expect(rate.check('p', 4, 9999)).toEqual({ passes: true, remaining: 3, seconds: 1 });
  });

  it('never admits more than the limit in any second', () => {
    for (const limit of [1, 3, 7, 50, 333, 1000]) {
      const rate = new Rate();
      const passed: number[] = [];
      for (let ms = 0; ms < 5000; ms += 1) {
        for (let i = 0; i < 3; i++) if (rate.check('p', limit, ms).passes) passed.push(ms);
      }
      // A burst of one second's worth, then the limit.
      expect(passed.length).toBeLessThanOrEqual(limit * 6);
      expect(passed.length).toBeGreaterThanOrEqual(limit * 5);
    }
  });
});

describe('the quota', () => {
  it('counts successes only, and is never exceeded', async () => {
    const service = openService();
    const { proyecto, token } = await service.createProject({ cuota: 3 });
    for (let i = 0; i < 5; i++)
      expect(await service.operate('calcular_curp', { ...PERSONA, sexo: 'F' }, token)).toMatchObject({
        code_error: 416,
      });
    expect(await service.operate('obtener_datos', { curp: 'X' }, token)).toMatchObject({ code_error: 101 });
    for (let i = 0; i < 3; i++)
      expect(await service.operate('calcular_curp', PERSONA, token)).toMatchObject({ code_error: 0 });
    const { status, sobre } = await entidades(service, token);
    expect({ status, codigo: sobre.code_error }).toEqual({ status: 403, codigo: 4 });
    expect(sobre.error_message).toContain('1 de diciembre de 2026');
    // The quota comes before the parameters.
    expect(await service.operate('calcular_curp', {}, token)).toMatchObject({ code_error: 4 });
    await service.close();
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(3);
    expect(service.metrics()).toContain('curp_quota_denials_total 2');
  });

  it('is exact among concurrent requests', async () => {
    const service = openService();
    const { token } = await service.createProject({ cuota: 250 });
    const answers = await Promise.all(Array.from({ length: 400 }, async () => entidades(service, token)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(250);
    expect(answers.filter(({ sobre }) => sobre.code_error === 4).length).toBe(150);
  });

  it('renews at midnight of the 1st in Mexico City', async () => {
    const service = openService();
    const { token } = await service.createProject({ cuota: 1 });
    service.now = Date.parse('2026-12-01T05:59:58Z');
    expect((await entidades(service, token)).status).toBe(200);
    expect((await entidades(service, token)).sobre.code_error).toBe(4);
    service.now = Date.parse('2026-12-01T06:00:01Z');
    expect((await entidades(service, token)).status).toBe(200);
  });

  it('is returned when the project falls silent and at a clean stop', async () => {
    const service = openService();
    const { proyecto, token } = await service.createProject({ cuota: 1000 });
    await entidades(service, token);
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(10); // Units are taken a hundredth at a time.
    advance(service, 6000);
    await vi.waitUntil(async () => (await service.store.quotaTaken(proyecto.id, '2026-11')) === 1, SOON);
    await entidades(service, token);
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(11);
    await service.close();
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(2);
  });

  it('applies at once if the operator lowers it', async () => {
    const service = openService();
    const { proyecto, token } = await service.createProject({ cuota: 100_000 });
    expect((await entidades(service, token)).status).toBe(200);
    await service.store.changeProject(proyecto.id, { cuota: 1 });
    advance(service, 5000);
    expect((await entidades(service, token)).sobre.code_error).toBe(4);
    await service.close();
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(1);
  });

  it('is returned to the month that it was taken from', async () => {
    const service = openService();
    const { proyecto, token } = await service.createProject({ cuota: 1000 });
    await entidades(service, token);
    service.now = Date.parse('2026-12-01T06:00:00Z');
    await entidades(service, token);
    await service.close();
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(1);
    expect(await service.store.quotaTaken(proyecto.id, '2026-12')).toBe(1);
  });

  it('admits requests again if the operator raises it', async () => {
    const service = openService();
    const { proyecto, token } = await service.createProject({ cuota: 0 });
    expect((await entidades(service, token)).sobre.code_error).toBe(4);
    await service.store.changeProject(proyecto.id, { cuota: 5 });
    advance(service, 5000);
    expect((await entidades(service, token)).status).toBe(200);
  });
});

describe('a clock set back', () => {
  it('locks no client out and revives no token', async () => {
    const service = openService();
    const { proyecto, token } = await service.createProject({ limite: 1, cuota: 5 });
    expect((await entidades(service, token)).status).toBe(200);
    advance(service, -3_600_000);
    expect((await entidades(service, token)).status).toBe(200);
    expect((await entidades(service, token)).status).toBe(429);
    await service.store.changeProject(proyecto.id, { estado: 'revocado' });
    advance(service, -3_600_000);
    expect((await entidades(service, token)).sobre.code_error).toBe(3);
  });
});

describe('usage', () => {
  it('is kept per day and operation', async () => {
    const service = openService();
    const { proyecto, token } = await service.createProject();
    await service.operate('calcular_curp', PERSONA, token);
    await service.operate('calcular_curp', PERSONA, token);
    await service.operate('calcular_curp', {}, token);
    await entidades(service, token);
    service.now = Date.parse('2026-11-16T06:00:00Z');
    await entidades(service, token);
    await service.close();
    const usages = await service.store.usage(proyecto.id, '2026-11-01', '2026-11-30');
    expect(usages.map(({ dia, operacion, cuenta }) => `${dia} ${operacion} ${cuenta}`)).toEqual([
      '2026-11-15 calcular_curp 2',
      '2026-11-15 entidades 1',
      '2026-11-16 entidades 1',
    ]);
  });
});

describe('a token', () => {
  it('is looked up in the store once, by its hash, and again after a few seconds', async () => {
    const service = openService();
    const { token } = await service.createProject();
    const open = vi.spyOn(service.store, 'openToken');
    await Promise.all([entidades(service, token), entidades(service, token)]);
    await entidades(service, token);
    expect(open).toHaveBeenCalledTimes(1);
    expect(open.mock.calls.flat().join(' ')).toMatch(/^[0-9a-f]{64} 2026-11-15$/);
    advance(service, 4500);
    await entidades(service, token);
    expect(open).toHaveBeenCalledTimes(2);
  });

  it('is neither looked up nor remembered if it cannot be ours', async () => {
    const service = openService();
    const open = vi.spyOn(service.store, 'openToken');
    for (const token of [`curp_${'0'.repeat(38)}`, 'curp_', 'abc', 'x'.repeat(8000), '%00']) {
      expect((await entidades(service, token)).sobre.code_error).toBe(2);
    }
    expect(open).not.toHaveBeenCalled();
  });

  it('ends within 5 seconds if it is revoked or rotated or its project is disabled', async () => {
    const service = openService();
    const revoked = await service.createProject();
    const disabled = await service.createProject();
    for (const { token } of [revoked, disabled]) expect((await entidades(service, token)).status).toBe(200);
    const own = (await service.store.listProjects()).find(({ id }) => id === revoked.proyecto.id)?.tokens[0];
    await service.store.revokeToken(revoked.proyecto.id, own?.id ?? '');
    await service.store.changeProject(disabled.proyecto.id, { estado: 'revocado' });
    advance(service, 5000);
    expect((await entidades(service, revoked.token)).sobre.code_error).toBe(2);
    expect((await entidades(service, disabled.token)).sobre.code_error).toBe(3);
    await service.store.changeProject(disabled.proyecto.id, { estado: 'activo' });
    advance(service, 5000);
    expect((await entidades(service, disabled.token)).status).toBe(200);
  });

  it('is not remembered beyond its expiry', async () => {
    const service = openService();
    const { proyecto, token } = await service.createProject();
    await service.store.rotateToken(proyecto.id, 'f'.repeat(64), 1000);
    expect((await entidades(service, token)).status).toBe(200);
    advance(service, 1001);
    expect((await entidades(service, token)).sobre.code_error).toBe(2);
  });

  it('may be `pruebas` only if that is on', async () => {
    expect((await entidades(openService({ demoToken: false }), 'pruebas')).sobre.code_error).toBe(2);
  });
});

describe('the calendar of Mexico City', () => {
  it.each([
    ['2026-11-15T05:59:59Z', '2026-11-14'],
    ['2026-11-15T06:00:00Z', '2026-11-15'],
    ['2026-07-01T05:59:59Z', '2026-06-30'],
  ])('has at %s the day %s', (moment, dia) => {
    expect(mexicoDay(Date.parse(moment))).toBe(dia);
  });

  it('has a month that ends at midnight there, in whichever order months are asked for', () => {
    const left = (moment: string): number => secondsOfMonthLeft(Date.parse(moment));
    expect(left('2026-12-01T05:59:59.001Z')).toBe(1);
    expect(left('2026-12-01T06:00:00Z')).toBe(31 * 86_400);
    expect(left('2026-11-01T06:00:00Z')).toBe(30 * 86_400);
    expect(left('2027-01-01T05:00:00Z')).toBe(3600);
  });

  it('names the day on which a quota renews', () => {
    expect(renewalDate('2026-12', 'es')).toBe('1 de enero de 2027');
    expect(renewalDate('2026-02', 'en')).toBe('March 1, 2026');
  });
});
