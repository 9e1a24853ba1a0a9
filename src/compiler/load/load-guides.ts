import { basename, dirname, join } from 'node:path/posix';
import { splitTitle, type Guide } from '#compiled/settings/guide.ts';
import { placeOf, type Place } from '#source/place.ts';
import { ResultKind } from '#compiler/workspace/build-store.ts';
import { toDiagnostic } from '#compiler/workspace/finding.ts';
import { explainFailure } from './explain-failure.ts';
import type { Loading } from './files/loading.ts';
import type { ReadText } from './files/read-text.ts';

const maxBytes = 64 * 1024;

/** The files that a declaration names as guides. */
interface NamedGuides {
  /** Relative to the file of the declaration. */
  readonly files: readonly string[];
  /** The place of the list. */
  readonly place: Place;
}

/** The guides of a declaration, by the declared value; they depend on the texts of their files. */
const guidesOfDeclarations = new ResultKind<object, readonly Guide[]>('load');

/**
 * Reads the guides that a declaration names. A file that cannot be read, and a second guide with the same name, are
 * omitted, each with a diagnostic. Equal files give the same array as the load before.
 */
export async function loadGuides(
  declared: object,
  { files, place }: NamedGuides,
  loading: Loading,
): Promise<readonly Guide[]> {
  const { sources, store } = loading;
  const paths = files.map((file) => join(dirname(place.file), file));
  const texts: ReadText[] = [];
  for (const path of paths) texts.push(await sources.read(path, maxBytes));
  const guides = readGuides({ paths, texts, place }, loading);
  const results = store.of(guidesOfDeclarations);
  return results.find(declared, texts) ?? results.set(declared, texts, guides);
}

interface ReadFiles {
  readonly paths: readonly string[];
  readonly texts: readonly ReadText[];
  readonly place: Place;
}

function readGuides({ paths, texts, place }: ReadFiles, loading: Loading): readonly Guide[] {
  const guides = new Map<string, Guide>();
  for (const [index, path] of paths.entries()) {
    const read = texts[index];
    if (!read) continue;
    const name = basename(path, '.md');
    const problem = findProblem(path, read, guides.has(name));
    if (problem) report(problem, placeOf(place, index), loading);
    else if ('text' in read) guides.set(name, { name, title: titleOf(read.text, name), text: read.text });
  }
  return [...guides.values()];
}

interface GuideProblem {
  readonly message: string;
  readonly help: string;
}

function findProblem(path: string, read: ReadText, isNameTaken: boolean): GuideProblem | undefined {
  if ('failure' in read) return explainFailure(read.failure, path, maxBytes);
  if (!isNameTaken) return undefined;
  const message = `Another guide in this list has the file name ${basename(path)}, which is also its address.`;
  return { message, help: 'Rename one of the files.' };
}

function report(problem: GuideProblem, at: Place, { sources, diagnostics }: Loading): void {
  diagnostics.push(toDiagnostic('guide-unusable', 'error', { at, ...problem }, sources));
}

/** The title that a guide begins with; its name with spaces if it has none. */
function titleOf(text: string, name: string): string {
  const plain = name.replaceAll(/[-_]+/g, ' ').trim();
  return splitTitle(text).title ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
