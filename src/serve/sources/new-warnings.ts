import type { Diagnostic } from '#diagnostic/diagnostic.ts';

/**
 * Reports warnings that the sources did not have before. Changes that remove access are loaded even if other
 * declarations no longer fit, such as a limit of a removed operation, which then has no effect.
 */
export class NewWarnings {
  readonly #warn: (message: string) => void;
  /** Undefined until the sources are read for the first time. */
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

/** Identifies a warning without its line, which changes with every edit above it. */
function keyOf({ code, at, message }: Diagnostic): string {
  return `${code} ${at.file} ${message}`;
}
