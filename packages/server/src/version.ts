/** The version of the service and the commit that it was built from, for the command line, the description, metrics and traces. */
export const VERSION = '0.2.0';

/** `packages/server/stamp.mjs` writes the commit into the built file. */
export const COMMIT: string = 'unknown';

/** Both, as Semantic Versioning writes a build. */
export const BUILD = COMMIT === 'unknown' ? VERSION : `${VERSION}+${COMMIT}`;
