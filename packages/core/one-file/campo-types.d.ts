/** The types of `<curp-campo>` for the DOM and for JSX, published as `campo.d.ts`. */

/** The element shows the CURP of the person whose data stand in its form. */
export interface CurpCampoElement extends HTMLElement {
  /** The key of the data as they are now; empty while there is none. */
  readonly value: string;
  readonly validity: ValidityState;
  /** What is wrong with the data, in Spanish; empty if nothing is. */
  readonly validationMessage: string;
  checkValidity(): boolean;
  reportValidity(): boolean;
}

/** The attributes of the element. Those of the data take the name of a field if it is another. */
export interface CurpCampoAttributes {
  id?: string;
  class?: string;
  className?: string;
  hidden?: boolean;
  name?: string;
  /** The id of a form elsewhere on the page. */
  form?: string;
  /** The form is not sent without a key. */
  required?: boolean;
  nombres?: string;
  apellido_paterno?: string;
  apellido_materno?: string;
  fecha_nacimiento?: string;
  sexo?: string;
  entidad?: string;
  /** Called when the key changes. */
  oncurp?: (event: CustomEvent<{ curp: string }>) => void;
}

declare global {
  interface HTMLElementTagNameMap {
    'curp-campo': CurpCampoElement;
  }
  interface HTMLElementEventMap {
    curp: CustomEvent<{ curp: string }>;
  }
}

// oxlint-disable-next-line typescript/ban-ts-comment, typescript/prefer-ts-expect-error -- an error only where React is not installed
// @ts-ignore
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'curp-campo': CurpCampoAttributes & { key?: string | number | null; ref?: unknown };
    }
  }
}
