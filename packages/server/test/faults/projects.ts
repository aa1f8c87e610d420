/** The projects of the load, one for each kind of answer. */
import { randomBytes } from 'node:crypto';
import { type Store, createToken, sha256 } from '../../src/admin.js';

interface LoadProject {
  readonly id: string;
  readonly token: string;
}

/** The load uses it up; no more requests may succeed. */
export const SMALL_QUOTA = 300;

export interface Projects {
  readonly free: LoadProject;
  /** Its quota never ends, and replicas take it in large blocks. */
  readonly large: LoadProject;
  readonly small: LoadProject;
  /** The load exceeds its rate. */
  readonly slow: LoadProject;
  readonly revoked: LoadProject;
  readonly jobs: LoadProject;
  readonly uploads: LoadProject;
  /** A fault holds its uploads in the middle. */
  readonly held: LoadProject;
  /** No replica knows it before the recovery. */
  readonly fresh: LoadProject;
}

export async function createProjects(store: Store): Promise<Projects> {
  const create = async (cuota: number | null = null, limite: number | null = null): Promise<LoadProject> => {
    const token = createToken();
    const name = `carga ${randomBytes(6).toString('hex')}`;
    const { id } = await store.createProject(name, { limite, cuota }, sha256(token));
    return { id, token };
  };
  const revoked = await create();
  await store.changeProject(revoked.id, { estado: 'revocado' });
  return {
    free: await create(),
    large: await create(10_000_000),
    small: await create(SMALL_QUOTA),
    slow: await create(null, 5),
    revoked,
    jobs: await create(1_000_000_000),
    uploads: await create(),
    held: await create(),
    fresh: await create(),
  };
}
