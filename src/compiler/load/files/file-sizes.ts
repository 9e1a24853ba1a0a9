/** How large a file may be, in bytes. */
export interface FileSizes {
  readonly declarationBytes: number;
  readonly definitionBytes: number;
}

/** Where the configuration says nothing else; the configuration itself is a declaration. */
export const defaultSizes: FileSizes = { declarationBytes: 1024 ** 2, definitionBytes: 64 * 1024 ** 2 };
