/** The service while its store cannot be reached: remembered tokens still work. The runs of `calls/` show that counts stay exact. */
import { describe, expect, it, vi } from 'vitest';
import { createToken } from '../src/access/tokens.js';
import { type Service, openService } from './service.js';
import { SOON } from './soon.js';

const fail = async (): Promise<never> => Promise.reject(new Error('database is locked'));
const entidades = async (service: Service, token: string) => service.request(`/curp/entidades?token=${token}`);

/** Returns a service that has just served a token, and whose store now fails until `recover`. */
async function withRememberedToken() {
  const service = openService();
  const { proyecto, token } = await service.createProject();
  expect((await entidades(service, token)).status).toBe(200);
  const openToken = vi.spyOn(service.store, 'openToken').mockImplementation(fail);
  const ping = vi.spyOn(service.store.heart, 'ping').mockImplementation(fail);
  const recover = (): void => {
    openToken.mockRestore();
    ping.mockRestore();
  };
  return { service, proyecto, token, openToken, recover };
}

describe('a remembered token', () => {
  it('works for 300 seconds, then gets code 9', async () => {
    const { service, token } = await withRememberedToken();
    service.now += 299_999;
    expect((await entidades(service, token)).status).toBe(200);
    service.now += 1;
    expect(await entidades(service, token)).toMatchObject({ status: 503, sobre: { code_error: 9 } });
  });

  it('is not looked up again until the store answers', async () => {
    const { service, proyecto, token, openToken, recover } = await withRememberedToken();
    service.now += 5000;
    for (let i = 0; i < 5; i += 1) expect((await entidades(service, token)).status).toBe(200);
    expect(openToken).toHaveBeenCalledTimes(1);
    await service.store.changeProject(proyecto.id, { estado: 'revocado' });
    await expect(service.store.heart.beat()).rejects.toThrow('locked');
    expect((await entidades(service, token)).status).toBe(200);
    recover();
    await service.store.heart.beat();
    expect((await entidades(service, token)).sobre.code_error).toBe(3);
  });

  it('ends at its expiry', async () => {
    const service = openService();
    const { proyecto, token } = await service.createProject();
    await service.store.rotateToken(proyecto.id, 'f'.repeat(64), 10_000);
    expect((await entidades(service, token)).status).toBe(200);
    vi.spyOn(service.store, 'openToken').mockImplementation(fail);
    service.now += 9999;
    expect((await entidades(service, token)).status).toBe(200);
    service.now += 1;
    expect((await entidades(service, token)).status).toBe(503);
  });
});

describe('a token that is not remembered', () => {
  it('gets code 9, even if the store did not know it before', async () => {
    const { service, recover } = await withRememberedToken();
    expect(await entidades(service, createToken())).toMatchObject({ status: 503, sobre: { code_error: 9 } });
    recover();
    const unknown = createToken();
    expect((await entidades(service, unknown)).sobre.code_error).toBe(2);
    vi.spyOn(service.store, 'openToken').mockImplementation(fail);
    await vi.waitFor(async () => expect((await entidades(service, unknown)).sobre.code_error).toBe(9), SOON);
  });
});
