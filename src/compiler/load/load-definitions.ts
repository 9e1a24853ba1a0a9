import type { Guide } from '#compiled/settings/guide.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { placeOf } from '#source/place.ts';
import type { ApiDeclaration } from '#compiler/kinds/api/declaration.ts';
import { ResultKind } from '#compiler/workspace/build-store.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { ExaminedDefinition } from '#compiler/workspace/examined-definition.ts';
import {
  digestSettings,
  hasCrash,
  rememberedDefinitions,
  type RememberedDefinition,
} from '#compiler/workspace/remembered-definition.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';
import {
  loadDefinition,
  nameDefinition,
  readDefinition,
  type NamedDefinition,
} from './definition/load-definition.ts';
import { deferredDefinition } from './definition/deferred-definition.ts';
import type { Loading } from './files/loading.ts';
import { loadGuides } from './load-guides.ts';
import { loadFullYaml } from './syntax/full-yaml.ts';

/** Receives how many APIs have been read, and how many there are. */
export type ReportProgress = (done: number, total: number) => void;

interface LoadedApis {
  readonly apis: readonly DeclaredApi[];
  /** All files of their definitions. */
  readonly files: ReadonlySet<string>;
}

interface FoundDefinition {
  readonly parts: Pick<DeclaredApi, 'definition' | 'readablePart' | 'findingsInPart' | 'remembered'>;
  /** The errors of the definition. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that was requested. */
  readonly files: readonly string[];
  readonly isUnread?: boolean;
}

const documentsOfApis = new ResultKind<Declared<ApiDeclaration>, NamedDefinition>('load');
/** The input is the definition, or its remembered results, with the guides if the API has any. */
const apisWithDefinitions = new ResultKind<Declared<ApiDeclaration>, DeclaredApi>('load');
/** Definitions that are parsed on first use of their contents, by their remembered results. */
const deferredDefinitions = new ResultKind<RememberedDefinition, FoundDefinition>('load');
/** The results of reading definitions, by path; they depend on what `inputOf` returns. */
const foundDefinitions = new ResultKind<string, FoundDefinition>('load');

/** Finds the definition of each declared API, or its remembered results. */
export async function loadDefinitions(
  maxBytes: number,
  loading: Loading,
  progress?: ReportProgress,
): Promise<LoadedApis> {
  const { declarations, sources, store } = loading;
  const declared = declarations.valid.Api;
  const documents = store.of(documentsOfApis);
  const named = declared.map(
    (api) => documents.find(api) ?? documents.set(api, undefined, nameDefinition(api)),
  );
  const paths = [...new Set(named.flatMap(({ path, isRemote }) => (isRemote ? [] : path)))];
  const found = await examineDefinitions(paths, maxBytes, loading, progress);
  if (!loading.examine) await sources.readAll(paths, maxBytes);
  const [apis, files] = [store.of(apisWithDefinitions), new Set<string>()];
  const loaded: DeclaredApi[] = [];
  for (const [index, api] of declared.entries()) {
    progress?.(index, declared.length);
    const path = named[index]?.path ?? '';
    const { parts, files: filesRead } =
      found.get(path) ?? (await findDefinition(path, api, maxBytes, loading, found));
    for (const file of filesRead) files.add(file);
    const definition = parts.definition ?? parts.readablePart ?? parts.findingsInPart ?? parts.remembered;
    const guides = await loadApiGuides(api, loading);
    const input = guides ? [definition, guides] : definition;
    const complete = { ...api, ...parts, ...(guides && { guides }) };
    loaded.push(apis.find(api, input) ?? apis.set(api, input, complete));
  }
  progress?.(declared.length, declared.length);
  return { apis: loaded, files };
}

/** The guides of an API; undefined if it declares none. */
async function loadApiGuides(
  { value, place }: Declared<ApiDeclaration>,
  loading: Loading,
): Promise<readonly Guide[] | undefined> {
  const files = value.guides;
  return files && loadGuides(value, { files, place: placeOf(place, 'guides') }, loading);
}

/** Examines definitions whose findings are not remembered. Returns the result for each of them, by path. */
async function examineDefinitions(
  paths: readonly string[],
  maxBytes: number,
  loading: Loading,
  progress: ReportProgress | undefined,
): Promise<Map<string, FoundDefinition>> {
  const found = new Map<string, FoundDefinition>();
  const [gateway] = loading.declarations.valid.Gateway;
  if (!loading.examine || !gateway) return found;
  const unknown = await findUnknown(paths, maxBytes, loading);
  const settings = { gateway: gateway.value, maxBytes };
  const report = (done: number): void => progress?.(done, unknown.length + 1);
  for await (const one of await loading.examine(unknown, settings, report)) {
    takeExamined(one, maxBytes, loading, found);
  }
  if (found.size > 0) await loadFullYaml();
  return found;
}

function takeExamined(
  { path, files, read, result }: ExaminedDefinition,
  maxBytes: number,
  { sources, store, diagnostics }: Loading,
  found: Map<string, FoundDefinition>,
): void {
  for (const file of read) sources.addReleased(file, maxBytes);
  if ('errors' in result) {
    diagnostics.push(...result.errors);
    found.set(path, { parts: { findingsInPart: result.findings }, diagnostics: [], files });
    return;
  }
  const { remembered } = result;
  found.set(path, { parts: { remembered }, diagnostics: [], files });
  if (!hasCrash(remembered.findings)) {
    store.of(rememberedDefinitions).set(path, remembered.settings, remembered);
  }
}

/** The number of definitions that are read at the same time to see whether their findings are remembered. */
const readAtOnce = 16;

async function findUnknown(
  paths: readonly string[],
  maxBytes: number,
  loading: Loading,
): Promise<readonly string[]> {
  const { sources, store } = loading;
  const known = store.of(rememberedDefinitions);
  const unknown: string[] = [];
  for (let start = 0; start < paths.length; start += readAtOnce) {
    const some = paths.slice(start, start + readAtOnce);
    const files = some.flatMap((path) => Object.keys(known.last(path)?.files ?? {}));
    await sources.readAll(files, maxBytes);
    for (const path of some) if (!(await findRemembered(path, maxBytes, loading))) unknown.push(path);
    for (const file of files) sources.release(file, maxBytes);
  }
  return unknown;
}

/**
 * Finds the definition of an API. If several APIs name a document, it is read, and its problems are reported, only
 * once.
 */
async function findDefinition(
  path: string,
  api: Declared<ApiDeclaration>,
  maxBytes: number,
  loading: Loading,
  found: Map<string, FoundDefinition>,
): Promise<FoundDefinition> {
  const isFirst = isFirstWhileEdited(path, loading);
  const remembered = isFirst ? undefined : await findRemembered(path, maxBytes, loading);
  // A definition in memory needs no parsing, even if its findings are remembered by now.
  const cached = isFirst ? undefined : findCached(path, api, maxBytes, loading);
  if (remembered && !cached) {
    const known = reuseFound(path, remembered, loading);
    found.set(path, known);
    return known;
  }
  const one = cached ?? (await readAndKeep(path, api, maxBytes, loading));
  loading.diagnostics.push(...one.diagnostics);
  // An unreadable document is reported at each API that names it.
  if (!one.isUnread) found.set(path, one);
  return one;
}

/** The definitions that were read since an editor opened them, by path. */
const readWhileEdited = new ResultKind<string, true>('load');

/**
 * Whether an editor has just opened a definition. It is then read at once, since its first edit would have to wait for
 * that.
 */
function isFirstWhileEdited(path: string, { sources, store }: Loading): boolean {
  if (!sources.isEdited(path)) return false;
  const read = store.of(readWhileEdited);
  if (read.find(path)) return false;
  read.set(path, undefined, true);
  return true;
}

function reuseFound(
  path: string,
  remembered: RememberedDefinition,
  { sources, store, isShared }: Loading,
): FoundDefinition {
  const known = { diagnostics: [], files: Object.keys(remembered.files) };
  if (!isShared) return { ...known, parts: { remembered } };
  const cached = store.of(deferredDefinitions);
  const makeParts = () => ({ remembered, definition: deferredDefinition(path, remembered, sources) });
  return cached.find(remembered) ?? cached.set(remembered, undefined, { ...known, parts: makeParts() });
}

/**
 * The remembered findings of the definition at a path. Undefined if one of its files was changed or removed, or if
 * earlier results are not used for it.
 */
async function findRemembered(
  path: string,
  maxBytes: number,
  { sources, store, declarations, reusesDefinitions, isShared }: Loading,
): Promise<RememberedDefinition | undefined> {
  const [gateway] = declarations.valid.Gateway;
  if (!reusesDefinitions || !gateway) return undefined;
  const known = store.of(rememberedDefinitions);
  for (const [file, digest] of Object.entries(known.last(path)?.files ?? {})) {
    await sources.read(file, maxBytes);
    if (sources.digest(file) !== digest || (await isShared?.(file, maxBytes)) === false) return undefined;
    // The file is not parsed here, but the baseline may need its contents later, in synchronous code.
    if (!file.endsWith('.json')) await loadFullYaml();
  }
  return known.find(path, digestSettings(gateway.value));
}

/** The result of an earlier load, if nothing has changed since. */
function findCached(
  path: string,
  api: Declared<ApiDeclaration>,
  maxBytes: number,
  loading: Loading,
): FoundDefinition | undefined {
  const cached = loading.store.of(foundDefinitions);
  const before = cached.last(path);
  return before && cached.find(path, inputOf(before, api, loading, maxBytes));
}

async function readAndKeep(
  path: string,
  api: Declared<ApiDeclaration>,
  maxBytes: number,
  loading: Loading,
): Promise<FoundDefinition> {
  const found = await readFound(api, maxBytes, loading);
  // If findings are reused instead of definitions, definitions need not stay in memory.
  if (found.isUnread || (loading.reusesDefinitions && !loading.isShared)) return found;
  return loading.store.of(foundDefinitions).set(path, inputOf(found, api, loading, maxBytes), found);
}

/**
 * What a result depends on: the texts of all files and, without a valid definition, also the API at which the problem
 * is reported and the size limit in its message.
 */
function inputOf(
  { parts, files }: FoundDefinition,
  api: Declared<ApiDeclaration>,
  { sources }: Loading,
  maxBytes: number,
): readonly unknown[] {
  const texts: unknown[] = files.map((file) => sources.findRead(file, maxBytes));
  return parts.definition ? texts : texts.concat(api, maxBytes);
}

async function readFound(
  api: Declared<ApiDeclaration>,
  maxBytes: number,
  { sources }: Loading,
): Promise<FoundDefinition> {
  const read = await readDefinition(sources, api, maxBytes);
  const isUnread = 'unread' in read;
  const namedAt = placeOf(api.place, 'definition');
  const loaded = isUnread ? read.unread : await loadDefinition(sources, read.file, namedAt, maxBytes);
  const { definition, readablePart, diagnostics, files } = loaded;
  const parts = { ...(definition && { definition }), ...(readablePart && { readablePart }) };
  return { parts, diagnostics, files, isUnread };
}
