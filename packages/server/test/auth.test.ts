/** The memory of tokens: what it asks the store and what it answers, with a clock that tests can set. */
import { describe, expect, it, vi } from 'vitest';
import { Auth, type AuthOptions, type Opened } from '../src/access/auth.js';
import type { Project, Store } from '../src/store/projects.js';
import { createToken, sha256 } from '../src/access/tokens.js';

const project = (id: string): Project => ({ id, nombre: id, estado: 'activo', limite: null, cuota: null });
const OWN = project('suyo');

/** Returns a memory of tokens whose store knows the tokens given to `put`. */
function openAuth(settings: Partial<AuthOptions> = {}) {
  const known = new Map<string, Awaited<ReturnType<Store['openToken']>>>();
  const openToken = vi.fn<Store['openToken']>(async (hash) => Promise.resolve(known.get(hash) ?? null));
  const storeFailed = vi.fn<AuthOptions['storeFailed']>();
  const clock = { now: 1_000_000 };
  const heart = { isAway: false, noteAbsence: () => void (heart.isAway = true) };
  const options = {
    demoToken: true,
    heart,
    clock: { now: () => clock.now, monotonic: () => 0 },
    storeFailed,
    ...settings,
  };
  const auth = new Auth({ openToken } as Partial<Store> as Store, options);
  const put = (of: Project = OWN, remainingMs: number | null = null): string => {
    const token = createToken();
    known.set(sha256(token), { proyecto: of, remainingMs });
    return token;
  };
  const failStore = (): void => {
    openToken.mockImplementation(async () => Promise.reject(new Error('gone')));
  };
  return { auth, heart, openToken, storeFailed, clock, put, failStore };
}

describe('the token `pruebas`', () => {
  it('opens its own project without a request to the store if it is on', () => {
    const { auth, openToken } = openAuth();
    expect(auth.open('pruebas')).toEqual({ ...project('pruebas') });
    expect(openToken).not.toHaveBeenCalled();
  });

  it('is an unknown token if it is off, without a request to the store', () => {
    const { auth, openToken } = openAuth({ demoToken: false });
    expect(auth.open('pruebas')).toBeNull();
    expect(openToken).not.toHaveBeenCalled();
  });
});

describe('an answer of the store about a token', () => {
  it('is trusted for four seconds, synchronously', async () => {
    const { auth, openToken, clock, put } = openAuth();
    const token = put();
    expect(await auth.open(token)).toBe(OWN);
    clock.now += 3999;
    expect(auth.open(token)).toBe(OWN);
    clock.now += 1;
    expect(auth.open(token)).toBeInstanceOf(Promise);
    expect(openToken).toHaveBeenCalledTimes(2);
  });

  it('is not trusted after the clock was set back', async () => {
    const { auth, clock, put } = openAuth();
    const token = put();
    await auth.open(token);
    clock.now -= 1;
    expect(auth.open(token)).toBeInstanceOf(Promise);
  });

  it('is not trusted once the token has expired', async () => {
    const { auth, clock, put } = openAuth();
    const token = put(OWN, 2000);
    await auth.open(token);
    clock.now += 1999;
    expect(auth.open(token)).toBe(OWN);
    clock.now += 1;
    expect(auth.open(token)).toBeInstanceOf(Promise);
  });

  it('is trusted until the next refresh if the token is unknown', async () => {
    const { auth, openToken } = openAuth();
    const foreign = createToken();
    expect(await auth.open(foreign)).toBeNull();
    expect(auth.open(foreign)).toBeNull();
    auth.refresh();
    expect(await auth.open(foreign)).toBeNull();
    expect(openToken).toHaveBeenCalledTimes(2);
  });

  it('reaches all requests that wait for it', async () => {
    const { auth, openToken, put } = openAuth();
    const token = put();
    expect(await Promise.all([auth.open(token), auth.open(token)])).toEqual([OWN, OWN]);
    expect(openToken).toHaveBeenCalledTimes(1);
  });

  it('serves while the store fails, however many tokens were guessed since', async () => {
    const { auth, clock, put, failStore } = openAuth();
    const token = put();
    await auth.open(token);
    for (let i = 0; i < 10_001; i += 1) await auth.open(createToken());
    failStore();
    clock.now += 5000;
    expect(await auth.open(token)).toBe(OWN);
  });

  it('is remembered for a thousand unknown tokens, and asked for each time beyond them', async () => {
    const { auth, openToken } = openAuth();
    const tokens = Array.from({ length: 1001 }, createToken);
    for (const token of tokens) await auth.open(token);
    for (const token of tokens.slice(0, -1)) expect(auth.open(token)).toBeNull();
    expect(openToken).toHaveBeenCalledTimes(1001);
    expect(auth.open(tokens.at(-1) ?? '')).toBeInstanceOf(Promise);
  });

  it('ends the memory of a token that has become unknown', async () => {
    const { auth, clock, openToken, put, failStore } = openAuth();
    const token = put();
    await auth.open(token);
    clock.now += 5000;
    openToken.mockResolvedValueOnce(null);
    expect(await auth.open(token)).toBeNull();
    failStore();
    auth.refresh();
    await expect(auth.open(token)).rejects.toThrow('gone');
  });
});

describe('an unreachable store', () => {
  it('is not asked again about remembered tokens until the next beat', async () => {
    const { auth, heart, openToken, storeFailed, clock, put, failStore } = openAuth();
    const token = put();
    await auth.open(token);
    failStore();
    clock.now += 5000;
    expect(await auth.open(token)).toBe(OWN);
    expect(auth.open(token)).toBe(OWN);
    expect(storeFailed).toHaveBeenCalledTimes(1);
    heart.isAway = false;
    expect(auth.open(token)).toBeInstanceOf(Promise);
    expect(openToken).toHaveBeenCalledTimes(3);
  });

  it('is waited for at most one second', async () => {
    vi.useFakeTimers();
    try {
      const { auth, openToken, storeFailed, clock, put } = openAuth();
      const token = put();
      await auth.open(token);
      openToken.mockImplementation(async () => new Promise(() => undefined));
      clock.now += 5000;
      const onAnswer = vi.fn<(opened: Opened) => void>();
      const question = Promise.resolve(auth.open(token)).then(onAnswer);
      await vi.advanceTimersByTimeAsync(999);
      expect(onAnswer).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await question;
      expect(onAnswer).toHaveBeenCalledWith(OWN);
      expect(storeFailed.mock.calls).toEqual([[new Error('no answer in time')]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves no timer behind when it answers', async () => {
    vi.useFakeTimers();
    try {
      const { auth, clock, put } = openAuth();
      const token = put();
      await auth.open(token);
      clock.now += 5000;
      expect(await auth.open(token)).toBe(OWN);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is still asked about tokens that are not remembered or were unknown', async () => {
    const { auth, failStore } = openAuth();
    const foreign = createToken();
    await auth.open(foreign);
    failStore();
    auth.refresh();
    await expect(auth.open(foreign)).rejects.toThrow('gone');
    await expect(auth.open(createToken())).rejects.toThrow('gone');
  });

  it('is asked again by the next request after a failure', async () => {
    const { auth, openToken, failStore } = openAuth();
    failStore();
    const token = createToken();
    await expect(auth.open(token)).rejects.toThrow('gone');
    await expect(auth.open(token)).rejects.toThrow('gone');
    expect(openToken).toHaveBeenCalledTimes(2);
  });
});

describe('refresh of the memory of tokens', () => {
  it.each([
    ['a token in its first seconds', 3999, true],
    ['a token that may still serve', 299_999, true],
    ['a token that may serve no longer', 300_000, false],
  ])('keeps exactly what may still serve: %s', async (_, ms, remembered) => {
    const { auth, storeFailed, clock, put, failStore } = openAuth();
    const token = put();
    await auth.open(token);
    clock.now += ms;
    auth.refresh();
    clock.now -= ms; // The clock by itself does not show what is remembered.
    clock.now += 4000;
    failStore();
    const asked = await Promise.resolve(auth.open(token)).catch(() => 'gone');
    expect(asked).toBe(remembered ? OWN : 'gone');
    expect(storeFailed).toHaveBeenCalledTimes(remembered ? 1 : 0);
  });
});
