import { LineTable } from '#compiler/workspace/source-file.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';

/** In place of a line that may contain a secret, which no view shows. */
export const hiddenLine = Symbol('hidden line');

/** The lines of the sources, of which those that a diagnostic marks as secret are hidden. */
export class SourceLines {
  readonly #sources: Pick<Sources, 'text'>;
  readonly #hidden: ReadonlySet<string>;
  /** The lines of the last requested file, since the lines of all files may not fit into memory. */
  #last: { readonly file: string; readonly lines: LineTable | undefined } | undefined;

  constructor(sources: Pick<Sources, 'text'>, diagnostics: readonly Diagnostic[]) {
    this.#sources = sources;
    this.#hidden = new Set(diagnostics.filter(({ secret }) => secret).flatMap(linesOf));
  }

  /** A line, counted from 1, without its line break; undefined if the file was not read or is shorter. */
  get(file: string, line: number): string | typeof hiddenLine | undefined {
    if (this.#hidden.has(keyOf(file, line))) return hiddenLine;
    return this.#tableOf(file)?.lineAt(line);
  }

  #tableOf(file: string): LineTable | undefined {
    if (this.#last?.file !== file) {
      const text = this.#sources.text(file);
      this.#last = { file, lines: text === undefined ? undefined : new LineTable(text) };
    }
    return this.#last.lines;
  }
}

function linesOf({ at }: Diagnostic): readonly string[] {
  return Array.from({ length: at.endLine - at.line + 1 }, (_, index) => keyOf(at.file, at.line + index));
}

function keyOf(file: string, line: number): string {
  return `${line}:${file}`;
}
