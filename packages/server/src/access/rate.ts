/** The rate: how many requests a project may send per second, with bursts up to one second's worth. */

export interface Paso {
  readonly pasa: boolean;
  /** Requests that would still pass at this moment. */
  readonly resto: number;
  /** Whole seconds until it may come back (denied), or until the allowance is full again. */
  readonly segundos: number;
}

export class Rate {
  /** By project, the moment at which its allowance is full again (the generic cell rate algorithm). */
  readonly #lleno = new Map<string, number>();

  pasar(proyecto: string, limite: number, ahora: number): Paso {
    const costo = 1000 / limite;
    const guardado = this.#lleno.get(proyecto) ?? 0;
    // More than a second ahead only after a clock was set back, which must not shut anybody out.
    const lleno = guardado > ahora + 1000 ? ahora : Math.max(guardado, ahora);
    const libre = 1000 - (lleno - ahora);
    if (libre < costo) return { pasa: false, resto: 0, segundos: Math.ceil((costo - libre) / 1000) };
    this.#lleno.set(proyecto, lleno + costo);
    return {
      pasa: true,
      resto: Math.floor((libre - costo) / costo + 1e-9),
      segundos: Math.ceil((lleno + costo - ahora) / 1000),
    };
  }
}
