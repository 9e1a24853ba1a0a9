import { setFlagsFromString } from 'node:v8';

let isBounded = false;

/**
 * Compiles the pattern of a schema. If matching backtracks too often, an engine that never backtracks finishes it,
 * provided that it supports the pattern; `mayMatchSlowly` finds patterns that it does not support. Never throws: an
 * invalid regular expression matches everything.
 */
export function compilePattern(pattern: string): RegExp {
  boundBacktracking();
  // The engine that never backtracks does not support Unicode mode, which is therefore used only for patterns that need
  // it.
  const modes = needsUnicodeMode.test(pattern) ? ['u', ''] : ['', 'u'];
  for (const mode of modes) {
    const compiled = tryCompile(pattern, mode);
    if (compiled) return compiled;
  }
  return anything;
}

/** Matches everything; replaces an invalid regular expression. */
export const anything = /(?:)/;

/** Syntax that needs Unicode mode: `\p{L}`, `\u{1F600}`, and characters beyond the first 65,536. */
const needsUnicodeMode = /\\[pPu]\{|[\uD800-\uDFFF]/;

function tryCompile(pattern: string, mode: string): RegExp | undefined {
  try {
    return new RegExp(pattern, mode);
  } catch {
    return undefined;
  }
}

/**
 * Lets the other engine finish: a text of thirty characters could keep a pattern such as `^(a+)+$` busy for minutes,
 * and block everything.
 */
function boundBacktracking(): void {
  if (isBounded) return;
  isBounded = true;
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
}
