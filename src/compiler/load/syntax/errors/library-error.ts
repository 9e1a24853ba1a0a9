import type { YAMLError } from 'yaml';

/** An error as the library reports it. */
export type LibraryError = Pick<YAMLError, 'code' | 'message' | 'pos'>;
