import { compare, type Comparison } from '#pipeline/compare.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { Json, JsonObject } from '#compiled/json.ts';
import type { Plan } from '#compiler/plan/change.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

/** A repository as data: the documents of each file. */
export type Repository = Readonly<Record<string, readonly JsonObject[]>>;

/** The texts of a repository, each document as JSON, which is YAML as well. */
export function writeRepository(repository: Repository): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(repository).map(([path, documents]) => [
      path,
      documents.map((document) => JSON.stringify(document, null, 1)).join('\n---\n'),
    ]),
  );
}

export interface ComparedTables {
  readonly base: Compiled;
  readonly head: Compiled;
  readonly plan: Plan;
}

/** Compiles the texts of two repositories and plans; throws the errors that prevent it. */
export async function compareTexts(
  base: Readonly<Record<string, string>>,
  head: Readonly<Record<string, string>>,
): Promise<ComparedTables> {
  const compared = await compare(
    memorySourceTree(base),
    memorySourceTree(head),
    'gateway.config.yaml',
    'production',
  );
  const { plan } = compared;
  if (!plan || !compared.base.compiled || !compared.head.compiled) throw new Error(describeErrors(compared));
  return { base: compared.base.compiled, head: compared.head.compiled, plan };
}

/** Compiles two repositories and plans. */
export function compareRepositories(base: Repository, head: Repository): Promise<ComparedTables> {
  return compareTexts(writeRepository(base), writeRepository(head));
}

function describeErrors({ base, head }: Comparison): string {
  return [...base.diagnostics, ...head.diagnostics]
    .filter(({ severity }) => severity === 'error')
    .map(({ at, code, message }) => `${at.file}${at.pointer} ${code} ${message}`)
    .join('\n');
}

/** A change of a repository. */
export type Edit = (repository: Repository) => Repository;

/** Sets a member of the first document of a file, by the names that lead to it; undefined takes it away. */
export function set(path: string, names: readonly (string | number)[], value: Json | undefined): Edit {
  return (repository) => {
    const [document, ...others] = repository[path] ?? [];
    if (!document) throw new Error(`there is no ${path}`);
    return { ...repository, [path]: [setIn(document, names, value) as JsonObject, ...others] };
  };
}

function setIn(
  container: Json,
  [name, ...rest]: readonly (string | number)[],
  value: Json | undefined,
): Json {
  if (name === undefined) return value ?? null;
  const copy = structuredClone(container) as Record<string, Json>;
  if (rest.length > 0) copy[name] = setIn(copy[name] ?? {}, rest, value);
  else if (value === undefined) delete copy[name];
  else copy[name] = value;
  return copy;
}

/** Writes a file, or takes it away. */
export function file(path: string, ...documents: readonly JsonObject[]): Edit {
  return (repository) => {
    const others = Object.entries(repository).filter(([other]) => other !== path);
    return Object.fromEntries(documents.length > 0 ? [...others, [path, documents]] : others);
  };
}

/** One edit after the other. */
export function all(...edits: readonly Edit[]): Edit {
  return (repository) => edits.reduce((edited, edit) => edit(edited), repository);
}
