/** The version of the service and its commit, shown by the command line, the API description and metrics. */
export const VERSION = '0.3.0-dev';

/** `packages/server/stamp.mjs` writes the commit into the built file. */
export const COMMIT: string = 'unknown';

/** The version with its commit, as Semantic Versioning writes a build. */
export const BUILD = COMMIT === 'unknown' ? VERSION : `${VERSION}+${COMMIT}`;
