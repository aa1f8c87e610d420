/** The projects as which the load asks: each has its own answer to be right. */
import { randomBytes } from 'node:crypto';
import { type Store, createToken, sha256 } from '../../src/admin.js';

interface Inscrito {
  readonly id: string;
  readonly token: string;
}

/** So small that it is used up meanwhile: no more may succeed. */
export const CUOTA_CORTA = 300;

export interface Proyectos {
  readonly libre: Inscrito;
  /** With a quota that is never used up, taken in large blocks. */
  readonly holgado: Inscrito;
  readonly corto: Inscrito;
  /** With a rate that is soon reached. */
  readonly lento: Inscrito;
  readonly revocado: Inscrito;
  /** Whose files are jobs. */
  readonly lotes: Inscrito;
  /** Of whom no replica has heard until all is well again. */
  readonly nuevo: Inscrito;
}

export async function inscribir(store: Store): Promise<Proyectos> {
  const crear = async (cuota: number | null = null, limite: number | null = null): Promise<Inscrito> => {
    const token = createToken();
    const nombre = `carga ${randomBytes(6).toString('hex')}`;
    const { id } = await store.createProject(nombre, { limite, cuota }, sha256(token));
    return { id, token };
  };
  const revocado = await crear();
  await store.changeProject(revocado.id, { estado: 'revocado' });
  return {
    libre: await crear(),
    holgado: await crear(10_000_000),
    corto: await crear(CUOTA_CORTA),
    lento: await crear(null, 5),
    revocado,
    lotes: await crear(1_000_000_000),
    nuevo: await crear(),
  };
}
