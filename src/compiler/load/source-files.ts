import { matchesGlob } from 'node:path/posix';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { splitPointer, type Place } from '../../source/place.ts';
import type { SourceLocation } from '../../source/source-location.ts';
import type { ReadFailure, SourceTree } from '../../source/source-tree.ts';
import type { SourceFile, SyntaxProblem } from '../workspace/source-file.ts';
import { showsSecret } from '../workspace/sounds-secret.ts';
import type { PlacePart, Sources } from '../workspace/sources.ts';
import { parseSource } from './parse-source.ts';

/** A file that was read and parsed, or why not. */
export type ReadFile = { readonly file: SourceFile } | { readonly failure: ReadFailure };

/** The files read so far, each read and parsed once however often it is asked for. */
export class SourceFiles implements Sources {
  readonly #tree: SourceTree;
  readonly #read = new Map<string, ReadFile>();
  readonly #patterns: string[] = [];

  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  list(patterns: readonly string[]): Promise<readonly string[]> {
    this.#patterns.push(...patterns);
    return this.#tree.list(patterns);
  }

  covers(file: string): boolean {
    return this.#read.has(file) || this.#patterns.some((pattern) => matchesGlob(file, pattern));
  }

  /** Reads and parses a file, unless that was done before. */
  async load(path: string, maxBytes: number): Promise<ReadFile> {
    const known = this.#read.get(path);
    if (known) return known;
    const result = await this.#tree.read(path, maxBytes);
    const read = result.ok ? { file: parseSource(path, result.text) } : { failure: result.reason };
    this.#read.set(path, read);
    return read;
  }

  /** The outcome of an earlier `load`. */
  get(path: string): ReadFile | undefined {
    return this.#read.get(path);
  }

  get files(): readonly string[] {
    return [...this.#read.keys()].toSorted();
  }

  text(file: string): string | undefined {
    return this.#fileAt(file)?.text;
  }

  textAt(location: SourceLocation): string {
    return this.#fileAt(location.file)?.textAt(location) ?? '';
  }

  locate(place: Place, part: PlacePart): SourceLocation {
    const file = this.#fileAt(place.file);
    const document = file?.documents[place.document];
    if (!file || !document) return startOf(place);
    return file.toLocation(document.locate(splitPointer(place.pointer), part), place.pointer);
  }

  #fileAt(path: string): SourceFile | undefined {
    const read = this.#read.get(path);
    return read && 'file' in read ? read.file : undefined;
  }
}

function startOf({ file, pointer }: Place): SourceLocation {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1, pointer };
}

/** A parser's problems as diagnostics. What cannot be parsed cannot be told from a secret, so its line may be hidden. */
export function syntaxDiagnostics(file: SourceFile): readonly Diagnostic[] {
  return file.problems.map(({ code, message, help, span }: SyntaxProblem) => ({
    code,
    severity: 'error',
    message,
    ...(help === undefined ? {} : { help }),
    at: file.toLocation(span, ''),
    ...(showsSecret(lineAt(file.text, span.start)) && { secret: true }),
  }));
}

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return text.slice(start, end === -1 ? undefined : end);
}
