/** The work of a file, in a worker. */
export function trabajar(): void {}
