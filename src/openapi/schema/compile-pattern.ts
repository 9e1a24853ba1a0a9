import { setFlagsFromString } from 'node:v8';

let isBounded = false;

/**
 * Compiles the pattern of a schema. One that backtracks too often is finished by an engine that never does, if that
 * supports it; `mayMatchSlowly` finds the others. Never throws: an invalid regular expression matches everything.
 */
export function compilePattern(pattern: string): RegExp {
  boundBacktracking();
  // The engine that never backtracks does not do the Unicode mode, so that this is for patterns that need it.
  const modes = needsUnicodeMode.test(pattern) ? ['u', ''] : ['', 'u'];
  for (const mode of modes) {
    const compiled = tryCompile(pattern, mode);
    if (compiled) return compiled;
  }
  return anything;
}

/** Replaces an invalid regular expression. */
export const anything = /(?:)/;

/** `\p{L}`, `\u{1F600}`, and characters beyond the first 65,536. */
const needsUnicodeMode = /\\[pPu]\{|[\uD800-\uDFFF]/;

function tryCompile(pattern: string, mode: string): RegExp | undefined {
  try {
    return new RegExp(pattern, mode);
  } catch {
    return undefined;
  }
}

/** A text of thirty characters keeps a pattern such as `^(a+)+$` busy for minutes, and everything else waits. */
function boundBacktracking(): void {
  if (isBounded) return;
  isBounded = true;
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
}
