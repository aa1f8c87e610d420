/** One of the sections of the page, each behind a tab. */
export interface Section {
  readonly name: 'calcular' | 'validar' | 'cotejar' | 'lote' | 'api';
  readonly element: HTMLElement;
  /** It is shown now. */
  open(): void;
  /** It is shown, and the data or the language have changed. */
  render(): void;
}
