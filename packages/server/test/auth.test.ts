/** The memory of tokens: its questions to the store and its answers, with a clock that tests can set. */
import { describe, expect, it, vi } from 'vitest';
import { Auth, type AuthOptions } from '../src/access/auth.js';
import type { Project, Store } from '../src/store/store.js';
import { createToken, sha256 } from '../src/access/tokens.js';

const proyecto = (id: string): Project => ({ id, nombre: id, estado: 'activo', limite: null, cuota: null });
const SUYO = proyecto('suyo');

/** A memory of tokens whose store knows the tokens given to `poner`. */
function abrirAuth(ajustes: Partial<AuthOptions> = {}) {
  const conocidos = new Map<string, Awaited<ReturnType<Store['openToken']>>>();
  const abrir = vi.fn<Store['openToken']>(async (hash) => Promise.resolve(conocidos.get(hash) ?? null));
  const ping = vi.fn<Store['ping']>(async () => Promise.resolve());
  const storeFailed = vi.fn<AuthOptions['storeFailed']>();
  const reloj = { ahora: 1_000_000 };
  const options = { demoToken: true, graceMs: 60_000, now: () => reloj.ahora, storeFailed, ...ajustes };
  const auth = new Auth({ openToken: abrir, ping } as Partial<Store> as Store, options);
  const poner = (de: Project = SUYO, vence: number | null = null): string => {
    const token = createToken();
    conocidos.set(sha256(token), { proyecto: de, vence });
    return token;
  };
  const fallar = (): void => {
    abrir.mockImplementation(async () => Promise.reject(new Error('gone')));
    ping.mockImplementation(async () => Promise.reject(new Error('gone')));
  };
  return { auth, abrir, ping, storeFailed, reloj, poner, fallar };
}

describe('pruebas', () => {
  it('opens its own project without asking the store if it is on', () => {
    const { auth, abrir } = abrirAuth();
    expect(auth.open('pruebas')).toEqual({ ...proyecto('pruebas') });
    expect(abrir).not.toHaveBeenCalled();
  });

  it('is an unknown token if it is off, and the store is not asked', () => {
    const { auth, abrir } = abrirAuth({ demoToken: false });
    expect(auth.open('pruebas')).toBeNull();
    expect(abrir).not.toHaveBeenCalled();
  });
});

describe('an answer of the store', () => {
  it('is trusted for four seconds, without a promise', async () => {
    const { auth, abrir, reloj, poner } = abrirAuth();
    const token = poner();
    expect(await auth.open(token)).toBe(SUYO);
    reloj.ahora += 3999;
    expect(auth.open(token)).toBe(SUYO);
    reloj.ahora += 1;
    expect(auth.open(token)).toBeInstanceOf(Promise);
    expect(abrir).toHaveBeenCalledTimes(2);
  });

  it('is not trusted after the clock was set back', async () => {
    const { auth, reloj, poner } = abrirAuth();
    const token = poner();
    await auth.open(token);
    reloj.ahora -= 1;
    expect(auth.open(token)).toBeInstanceOf(Promise);
  });

  it('is not trusted once the token has expired', async () => {
    const { auth, reloj, poner } = abrirAuth();
    const token = poner(SUYO, reloj.ahora + 2000);
    await auth.open(token);
    reloj.ahora += 1999;
    expect(auth.open(token)).toBe(SUYO);
    reloj.ahora += 1;
    expect(auth.open(token)).toBeInstanceOf(Promise);
  });

  it('that the token is unknown is trusted just as long', async () => {
    const { auth, abrir, reloj } = abrirAuth();
    const ajeno = createToken();
    expect(await auth.open(ajeno)).toBeNull();
    reloj.ahora += 3999;
    expect(auth.open(ajeno)).toBeNull();
    reloj.ahora += 1;
    expect(await auth.open(ajeno)).toBeNull();
    expect(abrir).toHaveBeenCalledTimes(2);
  });

  it('reaches all requests that wait for it', async () => {
    const { auth, abrir, poner } = abrirAuth();
    const token = poner();
    expect(await Promise.all([auth.open(token), auth.open(token)])).toEqual([SUYO, SUYO]);
    expect(abrir).toHaveBeenCalledTimes(1);
  });

  it('is remembered for ten thousand tokens, and the oldest makes room for the next', async () => {
    const { auth, abrir } = abrirAuth();
    const [primero, segundo, ...tokens] = Array.from({ length: 10_001 }, createToken) as [string, string, ...string[]];
    for (const token of [primero, segundo, ...tokens.slice(0, -1)]) await auth.open(token);
    expect(auth.open(primero)).toBeNull();
    await auth.open(tokens.at(-1) ?? '');
    expect(abrir).toHaveBeenCalledTimes(10_001);
    expect(auth.open(segundo)).toBeNull();
    await auth.open(primero);
    expect(abrir).toHaveBeenCalledTimes(10_002);
  });

  it('asked for again displaces no other token', async () => {
    const { auth, reloj } = abrirAuth();
    const [primero, ...tokens] = Array.from({ length: 10_000 }, createToken) as [string, ...string[]];
    for (const token of [primero, ...tokens]) await auth.open(token);
    reloj.ahora -= 1;
    await auth.open(tokens[4] ?? '');
    reloj.ahora += 1;
    expect(auth.open(primero)).toBeNull();
  });
});

describe('a change', () => {
  it('of a project asks the store at once, and for its tokens only', async () => {
    const { auth, poner } = abrirAuth();
    const [suyo, ajeno, desconocido] = [poner(), poner(proyecto('ajeno')), createToken()];
    for (const token of [suyo, ajeno, desconocido]) await auth.open(token);
    auth.changed('suyo');
    expect(auth.open(suyo)).toBeInstanceOf(Promise);
    expect(auth.open(ajeno)).toEqual(proyecto('ajeno'));
    expect(auth.open(desconocido)).toBeNull();
  });

  it('of any project asks the store for every token, and the memory serves if no answer comes', async () => {
    const { auth, storeFailed, poner, fallar } = abrirAuth();
    const [suyo, ajeno] = [poner(), poner(proyecto('ajeno'))];
    for (const token of [suyo, ajeno]) await auth.open(token);
    auth.changed(null);
    expect(await auth.open(suyo)).toBe(SUYO);
    expect(auth.open(suyo)).toBe(SUYO);
    fallar();
    expect(await auth.open(ajeno)).toEqual(proyecto('ajeno'));
    expect(storeFailed).toHaveBeenCalledTimes(1);
  });

  it('during a question makes the answer doubtful', async () => {
    const { auth, abrir, poner } = abrirAuth();
    const token = poner();
    const pregunta = auth.open(token);
    auth.changed('suyo');
    expect(await pregunta).toBe(SUYO);
    await auth.open(token);
    expect(abrir).toHaveBeenCalledTimes(2);
    expect(auth.open(token)).toBe(SUYO);
  });

  it('of a known project admits nobody while the store fails', async () => {
    const { auth, reloj, abrir, poner } = abrirAuth();
    const token = poner();
    await auth.open(token);
    reloj.ahora += 5000;
    const { promise, reject } = Promise.withResolvers<null>();
    abrir.mockReturnValue(promise);
    const pregunta = auth.open(token);
    auth.changed('suyo');
    reject(new Error('gone'));
    await expect(pregunta).rejects.toThrow('gone');
  });
});

describe('an unreachable store', () => {
  it('is not asked again about remembered tokens until it answers', async () => {
    const { auth, abrir, ping, storeFailed, reloj, poner, fallar } = abrirAuth();
    const token = poner();
    await auth.open(token);
    fallar();
    reloj.ahora += 5000;
    expect(await auth.open(token)).toBe(SUYO);
    expect(auth.open(token)).toBe(SUYO);
    expect(storeFailed).toHaveBeenCalledTimes(1);
    await expect(auth.refresh()).rejects.toThrow('gone');
    expect(auth.open(token)).toBe(SUYO);
    ping.mockImplementation(async () => Promise.resolve());
    await auth.refresh();
    expect(auth.open(token)).toBeInstanceOf(Promise);
    expect(abrir).toHaveBeenCalledTimes(3);
    await auth.refresh();
    expect(ping).toHaveBeenCalledTimes(2); // it is back: there is nothing to look for
  });

  it('is waited for at most one second', async () => {
    vi.useFakeTimers();
    try {
      const { auth, abrir, storeFailed, reloj, poner } = abrirAuth();
      const token = poner();
      await auth.open(token);
      abrir.mockImplementation(async () => new Promise(() => undefined));
      reloj.ahora += 5000;
      const alContestar = vi.fn<(proyecto: Project | null) => void>();
      const pregunta = Promise.resolve(auth.open(token)).then(alContestar);
      await vi.advanceTimersByTimeAsync(999);
      expect(alContestar).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await pregunta;
      expect(alContestar).toHaveBeenCalledWith(SUYO);
      expect(storeFailed.mock.calls).toEqual([[new Error('no answer in time')]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves no timer behind when it answers', async () => {
    vi.useFakeTimers();
    try {
      const { auth, reloj, poner } = abrirAuth();
      const token = poner();
      await auth.open(token);
      reloj.ahora += 5000;
      expect(await auth.open(token)).toBe(SUYO);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is still asked about tokens that are not remembered or were unknown', async () => {
    const { auth, reloj, fallar } = abrirAuth();
    const ajeno = createToken();
    await auth.open(ajeno);
    fallar();
    reloj.ahora += 5000;
    await expect(auth.open(ajeno)).rejects.toThrow('gone');
    await expect(auth.open(createToken())).rejects.toThrow('gone');
  });

  it('is asked again by the next request after a failure', async () => {
    const { auth, abrir, fallar } = abrirAuth();
    fallar();
    const token = createToken();
    await expect(auth.open(token)).rejects.toThrow('gone');
    await expect(auth.open(token)).rejects.toThrow('gone');
    expect(abrir).toHaveBeenCalledTimes(2);
  });
});

describe('refresh forgets expired memories', () => {
  it.each([
    ['a token in its first seconds', 3999, true],
    ['a token that may still serve', 59_999, true],
    ['a token that may not', 60_000, false],
  ])('%s', async (_, ms, seRecuerda) => {
    const { auth, storeFailed, reloj, poner, fallar } = abrirAuth();
    const token = poner();
    await auth.open(token);
    reloj.ahora += ms;
    await auth.refresh();
    reloj.ahora -= ms; // the clock alone does not tell what is remembered
    reloj.ahora += 4000;
    fallar();
    const pedido = await Promise.resolve(auth.open(token)).catch(() => 'gone');
    expect(pedido).toBe(seRecuerda ? SUYO : 'gone');
    expect(storeFailed).toHaveBeenCalledTimes(seRecuerda ? 1 : 0);
  });

  it('an unknown token after four seconds', async () => {
    const { auth, abrir, reloj } = abrirAuth();
    const ajeno = createToken();
    await auth.open(ajeno);
    reloj.ahora += 4000;
    await auth.refresh();
    reloj.ahora -= 4000;
    await auth.open(ajeno);
    expect(abrir).toHaveBeenCalledTimes(2);
  });
});
