/** What the build puts in place, and what it takes besides TypeScript. */
declare module '*.css';
declare const FILES: readonly string[];
declare const VERSION: string;
