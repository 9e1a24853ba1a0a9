import { digestOf, type Digest } from '#compiled/digest.ts';
import { defaultDefinitionBytes } from '#compiled/settings/store-settings.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { fitsGlob } from '#source/fits-glob.ts';
import { splitPointer, type Place } from '#source/place.ts';
import type { SourceLocation } from '#source/source-location.ts';
import type { ReadFailure, SourceTree } from '#source/source-tree.ts';
import type { ReleasedFile } from '#compiler/workspace/examined-definition.ts';
import {
  LineTable,
  type SourceDocument,
  type SourceFile,
  type Span,
  type SyntaxProblem,
} from '#compiler/workspace/source-file.ts';
import { showsSecret } from '#compiler/workspace/sounds-secret.ts';
import type { SourceComment } from '#compiler/workspace/suppressions.ts';
import type { PlacePart, Sources } from '#compiler/workspace/sources.ts';
import type { FileCache } from './file-cache.ts';
import { toReadText, type ReadText } from './read-text.ts';
import { RecentFiles } from './recent-files.ts';
import { isRereadable, ReleasedText } from './released-text.ts';
import { parseLoadedSource } from '../syntax/parse-source.ts';
import { fullYaml, loadFullYaml } from '../syntax/full-yaml.ts';

/** A parsed file, or the reason why it could not be read. */
export type ReadFile = { readonly file: SourceFile } | { readonly failure: ReadFailure };

/** The span of a key or of a value. */
interface LocatedSpan {
  readonly document: SourceDocument;
  readonly pointer: string;
  readonly part: PlacePart;
  readonly span: Span;
}

/** The number of files that `readAll` reads at the same time. */
const readAtOnce = 16;

/**
 * The maximum number of characters of all cached parsed files; a parsed file takes several times as much memory as its
 * text.
 */
const maxParsed = 16 * 1024 ** 2;
/** The same limit for texts that were read again. It is small, since long-lived garbage is collected late. */
const maxReread = 1024 ** 2;

/** The files read so far. Each is read once, and parsed on request. */
export class SourceFiles implements Sources {
  readonly #tree: SourceTree;
  readonly #cache: FileCache;
  readonly #read = new Map<string, ReadText>();
  readonly #parsed = new RecentFiles<SourceFile>(maxParsed);
  readonly #reread = new RecentFiles<{ readonly path: string; readonly text: string }>(maxReread);
  readonly #digests = new Map<string, Digest>();
  readonly #patterns: string[] = [];
  /** The line table of the last requested text, since most successive requests concern the same text. */
  #lines: { readonly text: string; readonly table: LineTable } | undefined;
  readonly #marked = new Set<string>();
  /** The span that was located last, since many successive findings may be at one long pointer. */
  #span: LocatedSpan | undefined;

  /** Cached files of earlier loads are not read again. */
  constructor(tree: SourceTree, cache: FileCache) {
    this.#tree = tree;
    this.#cache = cache;
  }

  list(patterns: readonly string[]): Promise<readonly string[]> {
    this.#patterns.push(...patterns);
    return this.#cache.list(this.#tree, patterns);
  }

  /** Whether a file that was listed has been deleted meanwhile. A link to nothing is still there. */
  async isGone(path: string): Promise<boolean> {
    return (await this.#tree.has?.(path)) === false;
  }

  covers(file: string): boolean {
    return this.#read.has(file) || this.#patterns.some((pattern) => fitsGlob(file, pattern));
  }

  /** Reads a file, unless it was read before. */
  async read(path: string, maxBytes: number): Promise<ReadText> {
    const known = this.findRead(path, maxBytes);
    if (known) return known;
    const read = toReadText(await this.#tree.read(path, maxBytes));
    // The comments of the file will be requested later, by synchronous code.
    if ('text' in read && read.isMarked) await loadFullYaml();
    return this.#take(path, this.#cache.keep(path, maxBytes, read));
  }

  /** Reads files concurrently. Returns the content of each, in the order of the paths. */
  async readAll(paths: readonly string[], maxBytes: number): Promise<readonly ReadText[]> {
    const texts: (ReadText | undefined)[] = paths.map((path) => this.findRead(path, maxBytes));
    const unread = [...texts.keys()].filter((index) => !texts[index]).values();
    const readOneByOne = async (): Promise<void> => {
      for (const index of unread) texts[index] = await this.read(paths[index] ?? '', maxBytes);
    };
    await Promise.all(Array.from({ length: readAtOnce }, readOneByOne));
    return texts as readonly ReadText[];
  }

  /** Whether a file is being edited: unchanged values in it are then the same objects as in its last state. */
  isEdited(path: string): boolean {
    return this.#cache.isEdited(path);
  }

  /** The content of a file, read in this load, or in an earlier one if it has not changed since. */
  findRead(path: string, maxBytes: number): ReadText | undefined {
    const known = this.#read.get(path);
    if (known) return known;
    const cached = this.#cache.text(path, maxBytes);
    return cached && this.#take(path, cached);
  }

  #take(path: string, read: ReadText): ReadText {
    // Another caller may have read the file in the meantime.
    const known = this.#read.get(path);
    if (known) return known;
    this.#read.set(path, read);
    if ('text' in read && read.isMarked) this.#marked.add(path);
    return read;
  }

  /**
   * Drops the text of a file that was read, if it can be read again. Returns the facts about the file, or undefined if
   * it could not be read.
   */
  release(path: string, maxBytes: number): ReleasedFile | undefined {
    const read = this.#read.get(path);
    const digest = this.digest(path);
    if (!read || 'failure' in read || digest === undefined) return undefined;
    const { isMarked, isLinked } = read;
    const file = { path, digest, isMarked, isLinked };
    if (!(read instanceof ReleasedText)) this.addReleased(file, maxBytes);
    return file;
  }

  /** Adds a file that another process or step has read. Has no effect for a tree whose files cannot be read again. */
  addReleased(file: ReleasedFile, maxBytes: number): void {
    if (!isRereadable(this.#tree)) return;
    this.#read.set(file.path, new ReleasedText(file, this.#tree, maxBytes, this.#reread));
    this.#digests.set(file.path, file.digest);
    if (file.isMarked) this.#marked.add(file.path);
  }

  /** Discards the cached parsed form of a file, which can be parsed again. */
  dropParsed(path: string): void {
    this.#parsed.drop(path);
  }

  /** Reads and parses a file, unless it is cached. */
  async load(path: string, maxBytes: number): Promise<ReadFile> {
    const read = await this.read(path, maxBytes);
    if ('failure' in read) return read;
    return { file: this.#parsed.get(path) ?? this.#parsed.add(await this.#cache.parse(path, read.text)) };
  }

  /**
   * The parsed form of a file that was read before; undefined if it was not read. A YAML file that is not yet parsed
   * requires that all readers are loaded.
   */
  get(path: string): ReadFile | undefined {
    const read = this.#read.get(path);
    if (!read || 'failure' in read) return read;
    return { file: this.#parsed.get(path) ?? this.#parsed.add(parseLoadedSource(path, read.text)) };
  }

  get files(): readonly string[] {
    return [...this.#read.keys()].toSorted();
  }

  get marked(): readonly string[] {
    return [...this.#marked].toSorted();
  }

  text(file: string): string | undefined {
    const read = this.#read.get(file);
    return read && 'text' in read ? read.text : undefined;
  }

  /** The digest of a file's text, computed on first use; undefined if there is no text. */
  digest(file: string): Digest | undefined {
    const known = this.#digests.get(file);
    if (known !== undefined) return known;
    const text = this.text(file);
    if (text === undefined) return undefined;
    const digest = digestOf(text);
    this.#digests.set(file, digest);
    return digest;
  }

  textAt(location: SourceLocation): string {
    const text = this.text(location.file);
    if (text === undefined) return '';
    if (this.#lines?.text !== text) this.#lines = { text, table: new LineTable(text) };
    const { table } = this.#lines;
    const end = table.offsetOf(location.endLine, location.endColumn);
    return text.slice(table.offsetOf(location.line, location.column), end);
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

  documentAt(location: SourceLocation): ReturnType<Sources['documentAt']> {
    const file = this.#fileAt(location.file);
    const index = file?.documentAt(location) ?? 0;
    const document = file?.documents[index];
    return document && { index, value: document.value, remains: document.remains };
  }

  locate(place: Place, part: PlacePart): SourceLocation {
    const file = this.#fileAt(place.file);
    const document = file?.documents[place.document];
    if (!file || !document) return startOf(place);
    const { pointer } = place;
    if (this.#span?.document !== document || this.#span.pointer !== pointer || this.#span.part !== part) {
      this.#span = { document, pointer, part, span: document.locate(splitPointer(pointer), part) };
    }
    return file.toLocation(this.#span.span, pointer);
  }

  #fileAt(path: string): SourceFile | undefined {
    const read = this.get(path);
    return read && 'file' in read ? read.file : undefined;
  }
}

function startOf({ file, pointer }: Place): SourceLocation {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1, pointer };
}

/**
 * Converts a parser's problems to diagnostics. A line that may contain a secret is marked, since unparsed text is shown
 * as it is.
 */
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

/** The size limits of files, in bytes. */
export interface FileSizes {
  readonly declarationBytes: number;
  readonly definitionBytes: number;
}

/** The default limits, which the configuration may override. The configuration itself counts as a declaration. */
export const defaultSizes: FileSizes = {
  declarationBytes: 1024 ** 2,
  definitionBytes: defaultDefinitionBytes,
};
