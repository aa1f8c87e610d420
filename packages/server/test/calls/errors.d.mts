/** The types of `errors.mjs`. */
export type ErrorClass =
  | 'refused'
  | 'lost'
  | 'timeout'
  | 'serialisation'
  | 'read_only'
  | 'full'
  | 'no_permission'
  | 'no_table';
export declare const SQLITE: Readonly<Record<ErrorClass, number>>;
export declare const POSTGRES: Readonly<Record<ErrorClass, string>>;
export declare const FILES: Readonly<Partial<Record<ErrorClass, string>>>;
