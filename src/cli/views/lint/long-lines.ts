import type { RepeatedFinding } from '../../../diagnostic/group-repeats.ts';
import type { SourceLocation } from '../../../source/source-location.ts';
import type { hiddenLine, SourceLines } from './source-lines.ts';

/** On longer lines, as in minified files, nobody finds a column. */
const longestReadable = 200;

/** The lines with findings on which a column says nothing. */
export class LongLines {
  readonly #lines: ReadonlySet<string>;

  /** Reads file by file, since those of all files may not fit into memory. */
  constructor(findings: readonly RepeatedFinding[], lines: SourceLines) {
    const byFile = Map.groupBy(findings.flatMap(placesOf), ({ file }) => file);
    const long = [...byFile.values()].flatMap((places) =>
      places.filter((at) => isLong(lines.get(at.file, at.line))),
    );
    this.#lines = new Set(long.map(keyOf));
  }

  has(at: SourceLocation): boolean {
    return this.#lines.has(keyOf(at));
  }
}

function placesOf({ at, alsoAt }: RepeatedFinding): readonly SourceLocation[] {
  return [at, ...alsoAt];
}

function isLong(line: string | typeof hiddenLine | undefined): boolean {
  return typeof line === 'string' && line.length > longestReadable;
}

function keyOf({ file, line }: SourceLocation): string {
  return `${line}:${file}`;
}
