import { apiKey } from '../../compiled/api-key.ts';
import { canonicalJson } from '../../compiled/canonical-json.ts';
import type { CompiledApi } from '../../compiled/compiled-api.ts';
import { type Compiled, sealCompiled } from '../../compiled/compiled.ts';
import { digestOf, type Digest } from '../../compiled/digest.ts';
import { allLists, type ListName, type Manifest, type ManifestApi } from '../../compiled/manifest.ts';
import { type PackedTable, packTable, unpackTable } from '../../compiled/packed-table.ts';
import {
  restrictGrants,
  restrictOrigins,
  restrictPassword,
  restrictTeam,
} from '../../compiled/restriction/restrict-sign-ins.ts';
import { restrictTable } from '../../compiled/restriction/restrict-table.ts';
import type { CheckedWorkspace } from '../../compiler/workspace/workspace.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { BuildWith, Isolated } from './isolate.ts';
import { type NewestValue, readDefinitions, readNewest } from './read-newest.ts';
import { keyOf } from './source-documents.ts';

/** The table that was served before. */
export interface ServedBefore {
  readonly table: PackedTable;
  /** The parts that were held back then; all of them if it is not known that the earlier sources are those of this table. */
  readonly held: ReadonlySet<string> | 'all';
}

type Compile = (checked: CheckedWorkspace) => Compiled;

/** How variants of the sources are read and compiled. */
interface Variants {
  readonly build: BuildWith;
  readonly compile: Compile;
}

/**
 * The table of isolated sources without what the newest documents of the parts that are held back take away, as far as
 * they can be read, and without what was taken away of these parts before: it comes back when they have no error.
 */
export async function restrictHeld(
  isolated: Isolated,
  errors: readonly Diagnostic[],
  { build, compile }: Variants,
  before: ServedBefore | undefined,
): Promise<PackedTable> {
  const { built, held, newer } = isolated;
  const parts = new Set(held.keys());
  const definitions = await readDefinitions(isolated, build);
  const values = await readNewest(built.checked, parts, newer, definitions, errors);
  const newest = compileReadable(values, built.checked, compile);
  const restricted = newest ? restrict(built.compiled, newest) : built.compiled;
  const kept = before ? restrictAsBefore(restricted, before, parts) : restricted;
  if (kept === built.compiled) return built.packed;
  const texts = new Map([...built.compiled.apis].map(([digest, part]) => [part, built.packed.apis.get(digest)]));
  return packTable(kept, (part) => texts.get(part));
}

function restrictAsBefore(table: Compiled, { table: served, held }: ServedBefore, parts: ReadonlySet<string>): Compiled {
  const still = new Set([...parts].filter((part) => held === 'all' || held.has(part)));
  if (still.size === 0) return table;
  return restrict(table, keepServed(table, unpackTable(served), still, held === 'all'));
}

/** The table with other values of declarations; those with which it cannot be compiled are ignored. */
function compileReadable(
  values: readonly NewestValue[],
  checked: CheckedWorkspace,
  compile: Compile,
): Compiled | undefined {
  const tryWith = (some: readonly NewestValue[]) => {
    try {
      return compile(replaceValues(checked, some));
    } catch {
      // Only a checked workspace certainly compiles.
      return undefined;
    }
  };
  if (values.length === 0) return undefined;
  return tryWith(values) ?? tryWith(values.filter((one) => tryWith([one])));
}

function replaceValues(checked: CheckedWorkspace, values: readonly NewestValue[]): CheckedWorkspace {
  const newest = new Map(values.map((one) => [one.held as unknown, one.newest]));
  const lists = allLists.map(({ name }) => [
    name,
    checked[name].map((declared: unknown) => newest.get(declared) ?? declared),
  ]);
  return { ...checked, ...Object.fromEntries(lists) };
}

/** A table without the access that another one with the same keys does not give. */
function restrict(table: Compiled, newer: Compiled): Compiled {
  const { manifest, apis: known } = restrictTable(table, newer);
  const apis = new Map(known);
  const restrictApi = (api: ManifestApi, other: ManifestApi): ManifestApi => {
    const [part, newerPart] = [apis.get(api.part), newer.apis.get(other.part)];
    return part && newerPart ? { ...api, part: addPart(apis, restrictOrigins(part, newerPart)) } : api;
  };
  const { applications, users, teams } = manifest;
  const after = newer.manifest;
  return seal(table, apis, {
    ...manifest,
    apis: restrictShared(manifest.apis, after.apis, apiKey, restrictApi),
    applications: restrictShared(applications, after.applications, nameOf, restrictGrants),
    users: restrictShared(users, after.users, nameOf, restrictPassword),
    teams: restrictShared(teams, after.teams, nameOf, restrictTeam),
  });
}

function restrictShared<Entry>(
  entries: readonly Entry[],
  newer: readonly Entry[],
  nameEntry: (entry: Entry) => string,
  restrictEntry: (entry: Entry, other: Entry) => Entry,
): readonly Entry[] {
  const byName = new Map(newer.map((entry) => [nameEntry(entry), entry]));
  return entries.map((entry) => {
    const other = byName.get(nameEntry(entry));
    return other && other !== entry ? restrictEntry(entry, other) : entry;
  });
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function addPart(apis: Map<Digest, CompiledApi>, part: CompiledApi): Digest {
  const digest = digestOf(canonicalJson(part));
  if (!apis.has(digest)) apis.set(digest, part);
  return digest;
}

/** The same object as before if nothing was taken away. */
function seal(table: Compiled, apis: Compiled['apis'], manifest: Manifest): Compiled {
  const named = new Set(manifest.apis.map(({ part }) => part));
  const sealed = sealCompiled(manifest, new Map([...apis].filter(([digest]) => named.has(digest))));
  return sealed.digest === table.digest ? table : sealed;
}

/** A table in which some parts are as they were served before; those that were not served are removed if `isComplete`. */
function keepServed(
  table: Compiled,
  before: Compiled,
  parts: ReadonlySet<string>,
  isComplete: boolean,
): Compiled {
  const lists = allLists.map(({ name, kind }) => {
    const served = new Map(entriesOf(before, name).map((entry) => [keyOf(kind, entry), entry]));
    const replace = (entry: Entry): readonly Entry[] => {
      const key = keyOf(kind, entry);
      if (key === undefined || !parts.has(key)) return [entry];
      const known = served.get(key);
      return known ? [known] : isComplete ? [] : [entry];
    };
    return [name, entriesOf(table, name).flatMap(replace)];
  });
  const manifest: Manifest = { ...table.manifest, ...Object.fromEntries(lists) };
  return { manifest, apis: new Map([...before.apis, ...table.apis]), digest: table.digest };
}

type Entry = Readonly<Record<string, unknown>>;

function entriesOf({ manifest }: Compiled, name: ListName): readonly Entry[] {
  return manifest[name] as readonly object[] as readonly Entry[];
}
