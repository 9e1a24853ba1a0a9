import { digestOf, type Digest } from '../../compiled/digest.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { fitsGlob } from '../../source/fits-glob.ts';
import { splitPointer, type Place } from '../../source/place.ts';
import type { SourceLocation } from '../../source/source-location.ts';
import type { ReadFailure, SourceTree } from '../../source/source-tree.ts';
import type { SourceFile, SyntaxProblem } from '../workspace/source-file.ts';
import { showsSecret } from '../workspace/sounds-secret.ts';
import { suppressionMarker, type SourceComment } from '../workspace/source-comment.ts';
import type { PlacePart, Sources } from '../workspace/sources.ts';
import { parseLoadedSource, parseSource } from './syntax/parse-source.ts';
import { fullYaml, loadFullYaml } from './syntax/yaml-package.ts';

/** A file that was read and parsed, or why not. */
export type ReadFile = { readonly file: SourceFile } | { readonly failure: ReadFailure };

/** The text of a file, or why it could not be read. */
export type ReadText = { readonly text: string } | { readonly failure: ReadFailure };

/** The files read so far, each read once, and parsed once where that is asked for. */
export class SourceFiles implements Sources {
  readonly #tree: SourceTree;
  readonly #read = new Map<string, ReadText>();
  readonly #parsed = new Map<string, SourceFile>();
  readonly #digests = new Map<string, Digest>();
  readonly #patterns: string[] = [];

  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  list(patterns: readonly string[]): Promise<readonly string[]> {
    this.#patterns.push(...patterns);
    return this.#tree.list(patterns);
  }

  covers(file: string): boolean {
    return this.#read.has(file) || this.#patterns.some((pattern) => fitsGlob(file, pattern));
  }

  /** Reads a file, unless that was done before. */
  async read(path: string, maxBytes: number): Promise<ReadText> {
    const known = this.#read.get(path);
    if (known) return known;
    const result = await this.#tree.read(path, maxBytes);
    const read = result.ok ? { text: result.text } : { failure: result.reason };
    // Its comments will be asked for, when there is no more waiting.
    if (result.ok && result.text.includes(suppressionMarker)) await loadFullYaml();
    this.#read.set(path, read);
    return read;
  }

  /** Reads and parses a file, unless that was done before. */
  async load(path: string, maxBytes: number): Promise<ReadFile> {
    const read = await this.read(path, maxBytes);
    if ('failure' in read) return read;
    const file = this.#parsed.get(path) ?? (await parseSource(path, read.text));
    this.#parsed.set(path, file);
    return { file };
  }

  /** A file that was read before, parsed; if it is YAML and was not parsed before, all readers must be loaded. */
  get(path: string): ReadFile | undefined {
    const read = this.#read.get(path);
    return !read || 'failure' in read ? read : { file: this.#parse(path, read.text) };
  }

  #parse(path: string, text: string): SourceFile {
    const file = this.#parsed.get(path) ?? parseLoadedSource(path, text);
    this.#parsed.set(path, file);
    return file;
  }

  get files(): readonly string[] {
    return [...this.#read.keys()].toSorted();
  }

  text(file: string): string | undefined {
    const read = this.#read.get(file);
    return read && 'text' in read ? read.text : undefined;
  }

  /** Made at the first look-up. */
  digest(file: string): Digest | undefined {
    const text = this.text(file);
    if (text === undefined) return undefined;
    const digest = this.#digests.get(file) ?? digestOf(text);
    this.#digests.set(file, digest);
    return digest;
  }

  textAt(location: SourceLocation): string {
    return this.#fileAt(location.file)?.textAt(location) ?? '';
  }

  comments(path: string): readonly SourceComment[] {
    const file = path.endsWith('.json') ? undefined : this.#fileAt(path);
    if (!file) return [];
    return fullYaml()
      .findComments(file.text)
      .map((span) => ({
        text: file.text.slice(span.start, span.end),
        at: file.toLocation(span, ''),
      }));
  }

  documentAt(location: SourceLocation): { readonly index: number; readonly value: unknown } | undefined {
    const file = this.#fileAt(location.file);
    const index = file?.documentAt(location) ?? 0;
    const document = file?.documents[index];
    return document && { index, value: document.value };
  }

  locate(place: Place, part: PlacePart): SourceLocation {
    const file = this.#fileAt(place.file);
    const document = file?.documents[place.document];
    if (!file || !document) return startOf(place);
    return file.toLocation(document.locate(splitPointer(place.pointer), part), place.pointer);
  }

  #fileAt(path: string): SourceFile | undefined {
    const read = this.get(path);
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
