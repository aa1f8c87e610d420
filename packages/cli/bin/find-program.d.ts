/** The types of `find-program.js`, for the tests. */
export declare function findProgram(name: 'cli' | 'server'): string;
