import { placeOf } from '../../source/place.ts';
import type { ApiDeclaration } from '../declaration/api.ts';
import type { RememberedDefinition } from '../workspace/definition-memory.ts';
import type { Declared } from '../workspace/declared.ts';
import type { DeclaredApi } from '../workspace/workspace.ts';
import { loadDefinition, nameDefinition, readDefinition } from './definition/load-definition.ts';
import type { FoundDefinition, KeptDefinition } from './kept-definition.ts';
import type { Loading } from './loading.ts';
import { loadFullYaml } from './syntax/full-yaml.ts';

/** Receives how many of the APIs have been read. */
export type ReportProgress = (done: number, total: number) => void;

interface LoadedApis {
  readonly apis: readonly DeclaredApi[];
  /** The files that their definitions spread over. */
  readonly files: ReadonlySet<string>;
  /** What is worth keeping of each definition, by its path. */
  readonly kept: ReadonlyMap<string, KeptDefinition>;
}

/** Finds the definition of each declared API, or what is remembered of it. */
export async function loadDefinitions(
  maxBytes: number,
  loading: Loading,
  progress?: ReportProgress,
): Promise<LoadedApis> {
  const { declarations, sources, cache } = loading;
  const declared = declarations.valid.Api;
  const apis: DeclaredApi[] = [];
  const files = new Set<string>();
  const kept = new Map<string, KeptDefinition>();
  const named = declared.map((api) => cache?.named(api) ?? nameDefinition(api));
  await sources.readAll(
    named.flatMap(({ path, isRemote }) => (isRemote ? [] : path)),
    maxBytes,
  );
  for (const [index, api] of declared.entries()) {
    progress?.(index, declared.length);
    const path = named[index]?.path ?? '';
    const found =
      kept.get(path)?.found ??
      recallFound(path, api, loading, kept) ??
      (await findDefinition(path, api, maxBytes, loading, kept));
    for (const file of found.files) files.add(file);
    apis.push(cache ? cache.api(api, found) : { ...api, ...found.parts });
  }
  progress?.(declared.length, declared.length);
  return { apis, files, kept };
}

/** What was found in a load before, where nothing has changed since. */
function recallFound(
  path: string,
  api: Declared<ApiDeclaration>,
  { sources, diagnostics, cache }: Loading,
  kept: Map<string, KeptDefinition>,
): FoundDefinition | undefined {
  const known = cache?.definition(path, api, sources);
  if (!known) return undefined;
  kept.set(path, known);
  diagnostics.push(...known.found.diagnostics);
  return known.found;
}

/** A document that several APIs name is read, and its problems are reported, only once. */
async function findDefinition(
  path: string,
  api: Declared<ApiDeclaration>,
  maxBytes: number,
  loading: Loading,
  kept: Map<string, KeptDefinition>,
): Promise<FoundDefinition> {
  const { sources, diagnostics } = loading;
  const remembered = await getRememberedDefinition(path, maxBytes, loading);
  const read = remembered ?? (await readDefinition(sources, api, maxBytes));
  const found = await toFound(read, api, maxBytes, loading);
  diagnostics.push(...found.diagnostics);
  // An unreadable document is reported at each API that names it.
  if ('unread' in read) return found;
  const texts = found.files.map((file) => sources.recall(file));
  kept.set(path, { found, texts, namedBy: api });
  return found;
}

async function toFound(
  read: RememberedDefinition | Awaited<ReturnType<typeof readDefinition>>,
  api: Declared<ApiDeclaration>,
  maxBytes: number,
  { sources }: Loading,
): Promise<FoundDefinition> {
  if ('askedScopes' in read) {
    return { parts: { remembered: read }, diagnostics: [], files: Object.keys(read.files) };
  }
  const namedAt = placeOf(api.place, 'definition');
  const loaded = 'unread' in read ? read.unread : await loadDefinition(sources, read.file, namedAt, maxBytes);
  const { definition, diagnostics, files } = loaded;
  return { parts: definition ? { definition } : {}, diagnostics, files };
}

/** What was found in the definition at a path before; undefined where one of its files was changed or removed. */
async function getRememberedDefinition(
  path: string,
  maxBytes: number,
  { sources, memory }: Loading,
): Promise<RememberedDefinition | undefined> {
  for (const [file, digest] of Object.entries(memory?.filesOf(path) ?? {})) {
    await sources.read(file, maxBytes);
    if (sources.digest(file) !== digest) return undefined;
    // It is not parsed now, and may have to be for the baseline, when there is no more waiting.
    if (!file.endsWith('.json')) await loadFullYaml();
  }
  return memory?.recall(path);
}
