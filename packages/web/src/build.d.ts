/** Constants that the build defines, and the imports of style sheets. */
declare module '*.css';
declare const FILES: readonly string[];
declare const VERSION: string;
