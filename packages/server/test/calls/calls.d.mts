/** The types of `calls.mjs`. */

/** The folder of the plans of this process, of the calls that a run made, and of those that failed. */
export declare const PLANS: string;
export declare const FILES_PLAN: string;
export declare function apart<T>(act: () => T): T;
