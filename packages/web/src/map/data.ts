/** The outlines of the states, in a script of their own that is loaded when the first one is shown. */
import mexico from '@svg-maps/mexico';

interface MapData {
  readonly viewBox: string;
  readonly locations: readonly { readonly name: string; readonly path: string }[];
}

// What the package says of its types, it takes from another that it does not bring.
export const { viewBox, locations } = mexico as unknown as MapData;
