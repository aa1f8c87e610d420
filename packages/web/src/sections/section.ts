/** One of the sections of the page, each behind a tab. */
export interface Seccion {
  readonly nombre: 'calcular' | 'validar' | 'cotejar' | 'lote' | 'api';
  readonly elemento: HTMLElement;
  /** It is shown now. */
  abrir(): void;
  /** It is shown, and the data or the language have changed. */
  pintar(): void;
}
