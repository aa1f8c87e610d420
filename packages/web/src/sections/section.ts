/** A section of the page; each has a tab. */
export interface Section {
  readonly element: HTMLElement;
  /** The user opened the section. */
  open(): void;
  /** The data or the language changed while the section is open. */
  render(): void;
}
