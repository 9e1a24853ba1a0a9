import type { PackedTable } from '#compiled/compiled.ts';
import type { CheckedWorkspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Builder, Rebuilt } from '../create-builder.ts';
import { type BuildWith, isolate } from './isolate.ts';
import { restrictHeld, type Withheld } from './restrict-held.ts';
import type { ReadSources } from './source-state.ts';

/** The sources that were served last, and the access that is withheld from their parts. */
export interface Earlier {
  readonly sources: ReadSources | undefined;
  readonly withheld: Withheld;
}

/** The result of a build of sources with errors: parts that have errors are held back. */
export interface IsolatedBuild {
  readonly table: PackedTable;
  /** The sources of the table: the newest ones, except for the parts that are held back, which are earlier ones. */
  readonly checked: CheckedWorkspace;
  readonly diagnostics: readonly Diagnostic[];
  /** The parts that are held back, `Api DogPark/v1`, each with the first error that is the reason. */
  readonly held: ReadonlyMap<string, Diagnostic>;
  readonly withheld: Withheld;
}

/** Builds sources and holds back the parts that have errors. Undefined if the errors affect everything. */
export async function buildIsolated(
  builder: Builder,
  newest: Rebuilt,
  configFile: string,
  { sources, withheld: before }: Earlier,
): Promise<IsolatedBuild | undefined> {
  const build: BuildWith = (replaced) => builder.build(new Set(), replaced);
  const isolated = await isolate(newest, sources, configFile, build);
  if (!isolated) return undefined;
  const errors = newest.diagnostics.filter(({ severity }) => severity === 'error');
  const compile = (one: CheckedWorkspace) => builder.compile(one);
  const { table, withheld } = await restrictHeld(isolated, errors, { build, compile }, before);
  const { checked, diagnostics } = isolated.built;
  return { table, checked, diagnostics, held: isolated.held, withheld };
}
