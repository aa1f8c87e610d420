/** The outlines of the states, a script that the page loads when it first shows the map. */
import mexico from '@svg-maps/mexico';

interface MapData {
  readonly viewBox: string;
  readonly locations: readonly { readonly name: string; readonly path: string }[];
}

// The types of the package import another package that it does not declare.
export const { viewBox, locations } = mexico as unknown as MapData;
