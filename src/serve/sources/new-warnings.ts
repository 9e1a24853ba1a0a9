import type { Diagnostic } from '#diagnostic/diagnostic.ts';

/**
 * Reports warnings of the sources that those read before did not have: changes that remove access are loaded, and what
 * no longer fits, as the limit of an operation that is removed, has no effect.
 */
export class NewWarnings {
  readonly #warn: (message: string) => void;
  /** Undefined before the sources are read for the first time. */
  #known: ReadonlySet<string> | undefined;

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  note(diagnostics: readonly Diagnostic[]): void {
    const known = this.#known;
    const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
    this.#known = new Set(warnings.map(keyOf));
    const [first, ...others] = known ? warnings.filter((warning) => !known.has(keyOf(warning))) : [];
    if (!first) return;
    const { at, message } = first;
    const more = others.length === 0 ? '' : ` \`gatewright lint\` shows ${others.length} more new warnings.`;
    this.#warn(`${at.file}:${at.line}:${at.column} ${message}${more}`);
  }
}

/** Lines move with every change above them. */
function keyOf({ code, at, message }: Diagnostic): string {
  return `${code} ${at.file} ${message}`;
}
