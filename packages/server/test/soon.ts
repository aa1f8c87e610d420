/** How long a test waits for something that happens soon on a machine that is not busy. */
export const SOON = { timeout: 50_000, interval: 50 };
