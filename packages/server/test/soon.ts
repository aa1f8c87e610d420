/** How a test waits for an event: as long as it takes. The limit only ends a test that hangs, with what it waited for. */
export const SOON = { timeout: 280_000, interval: 50 };
