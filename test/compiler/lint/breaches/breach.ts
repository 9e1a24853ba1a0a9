/** A mutation of the clean document: the first occurrence of a text is replaced by another one. */
export interface Breach {
  readonly replace: string;
  readonly by: string;
  /** Exactly the findings of all rules in the mutated document, by place: `line:column severity code`. */
  readonly findings: readonly string[];
}

/** A path without operations, or with what is below it, in line 88; others may be added above it. */
export function withPath(
  path: string,
  findings: readonly string[],
  operations: readonly string[] = [],
): Breach {
  const lines = operations.map((line) => `    ${line}\n`).join('');
  const item = operations.length === 0 ? `  ${path}: {}\n` : `  ${path}:\n${lines}`;
  return { replace: 'components:\n', by: `${item}components:\n`, findings };
}
