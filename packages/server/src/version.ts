/** The version of the service, for its description and its metrics. */
export const VERSION = '0.1.0';
