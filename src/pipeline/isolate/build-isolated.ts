import type { PackedTable } from '#compiled/compiled.ts';
import type { CheckedWorkspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Builder, Rebuilt } from '../create-builder.ts';
import { type BuildWith, isolate } from './isolate.ts';
import { restrictHeld, type Withheld } from './restrict-held.ts';
import type { ReadSources } from './source-state.ts';

/** The sources that were served last, and what is withheld of their parts. */
export interface Earlier {
  readonly sources: ReadSources | undefined;
  readonly withheld: Withheld;
}

/** The part of sources with errors that is served. */
export interface IsolatedBuild {
  readonly table: PackedTable;
  /** The sources that the table is of: the newest ones, and earlier ones of the parts that are held back. */
  readonly checked: CheckedWorkspace;
  readonly diagnostics: readonly Diagnostic[];
  /** The parts that are held back, `Api DogPark/v1`, each with the first error because of which it is. */
  readonly held: ReadonlyMap<string, Diagnostic>;
  readonly withheld: Withheld;
}

/** Builds the parts of the sources that have no error. Undefined if the errors concern everything. */
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
