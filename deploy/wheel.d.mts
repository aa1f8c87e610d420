/** The types of `wheel.mjs`. */
export function pythonVersion(version: string): string;
