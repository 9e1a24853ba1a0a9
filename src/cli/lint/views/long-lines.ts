import type { RepeatedFinding } from '#diagnostic/group-repeats.ts';
import type { SourceLocation } from '#source/source-location.ts';
import type { hiddenLine, SourceLines } from './source-lines.ts';

/** On longer lines, as in minified files, nobody finds a column. */
const longestReadable = 200;

/** The lines with findings on which a column says nothing. */
export class LongLines {
  readonly #lines = new Map<string, ReadonlySet<number>>();

  /** Adds those of one file, from all of its findings. */
  addFile(file: string, findings: readonly RepeatedFinding[], lines: SourceLines): void {
    const found = new Set(findings.flatMap(placesOf).map(({ line }) => line));
    const long = [...found].filter((line) => isLong(lines.get(file, line)));
    if (long.length > 0) this.#lines.set(file, new Set(long));
  }

  has({ file, line }: SourceLocation): boolean {
    return this.#lines.get(file)?.has(line) ?? false;
  }
}

function placesOf({ at, alsoAt }: RepeatedFinding): readonly SourceLocation[] {
  return [at, ...alsoAt];
}

function isLong(line: string | typeof hiddenLine | undefined): boolean {
  return typeof line === 'string' && line.length > longestReadable;
}
