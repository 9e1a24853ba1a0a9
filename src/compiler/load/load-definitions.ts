import { placeOf } from '../../source/place.ts';
import type { ApiDeclaration } from '../declaration/api.ts';
import type { Declared, DeclaredApi } from '../workspace/workspace.ts';
import { definitionPath, loadDefinition, readDefinition } from './definition/load-definition.ts';
import type { Loading } from './loading.ts';
import { recallDefinition } from './recall-definition.ts';

/** Is told how many of the APIs have been read. */
export type TellProgress = (done: number, total: number) => void;

export interface LoadedApis {
  readonly apis: readonly DeclaredApi[];
  /** The files that their definitions spread over. */
  readonly files: ReadonlySet<string>;
}

/** Finds the definition of each declared API, or what is remembered of it. */
export async function loadDefinitions(
  maxBytes: number,
  loading: Loading,
  progress?: TellProgress,
): Promise<LoadedApis> {
  const declared = loading.declarations.valid.Api;
  const apis: DeclaredApi[] = [];
  const files = new Set<string>();
  const known = new Map<string, FoundDefinition>();
  for (const [index, api] of declared.entries()) {
    progress?.(index, declared.length);
    const found = await findDefinition(api, maxBytes, loading, known);
    for (const file of found.files) files.add(file);
    apis.push({ ...api, ...found.parts });
  }
  progress?.(declared.length, declared.length);
  return { apis, files };
}

interface FoundDefinition {
  readonly parts: Pick<DeclaredApi, 'definition' | 'remembered'>;
  /** Every file that was asked for. */
  readonly files: readonly string[];
}

/** A document that several APIs name is looked for, and its faults are told, only once. */
async function findDefinition(
  api: Declared<ApiDeclaration>,
  maxBytes: number,
  loading: Loading,
  known: Map<string, FoundDefinition>,
): Promise<FoundDefinition> {
  const path = definitionPath(api);
  const before = known.get(path);
  if (before) return before;
  const remembered = await recallDefinition(path, maxBytes, loading);
  if (!remembered) return loadNamed(api, maxBytes, loading, known);
  const found = { parts: { remembered }, files: Object.keys(remembered.files) };
  known.set(path, found);
  return found;
}

async function loadNamed(
  api: Declared<ApiDeclaration>,
  maxBytes: number,
  { sources, diagnostics: said }: Loading,
  known: Map<string, FoundDefinition>,
): Promise<FoundDefinition> {
  const read = await readDefinition(sources, api, maxBytes);
  const namedAt = placeOf(api.place, 'definition');
  const loaded = 'unread' in read ? read.unread : await loadDefinition(sources, read.file, namedAt, maxBytes);
  const { definition, diagnostics, files } = loaded;
  said.push(...diagnostics);
  const found = { parts: definition ? { definition } : {}, files };
  // That a document cannot be read is told to each API that names it.
  if ('file' in read) known.set(read.file.path, found);
  return found;
}
