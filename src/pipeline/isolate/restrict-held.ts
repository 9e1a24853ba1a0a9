import { apiKey } from '#compiled/api-key.ts';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { type Compiled, sealCompiled, type PackedTable, packTable, unpackTable } from '#compiled/compiled.ts';
import { digestOf, type Digest } from '#compiled/digest.ts';
import { allLists, type ListName, type Manifest, type ManifestApi } from '#compiled/manifest.ts';
import {
  restrictGrants,
  restrictOrigins,
  restrictPassword,
  restrictTeam,
  restrictVisibility,
} from '#compiled/restriction/restrict-sign-ins.ts';
import { restrictTable } from '#compiled/restriction/restrict-table.ts';
import { sameJson } from '#compiled/json.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { CheckedWorkspace } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { BuildWith, Isolated } from './isolate.ts';
import { readDefinitions } from './read-definitions.ts';
import { type NewestDeclaration, readNewest } from './read-newest.ts';
import { keyOf } from './source-documents.ts';

/**
 * The maximum number of documents of a part, since each reload compiles all of them. A part with more stays as it was
 * last served.
 */
const maxDocuments = 4;

/** The access that is withheld from parts while they are held back. */
export interface Withheld {
  /** The distinct documents of each part since it was first held back. */
  readonly newest: ReadonlyMap<string, readonly NewestDeclaration[]>;
  /** A table that was served, possibly by another process, and the parts that have been held back since then. */
  readonly before?: { readonly table: PackedTable; readonly parts: ReadonlySet<string> | 'all' };
}

/** A restricted table, and what must be withheld from the next one. */
interface Restricted {
  readonly table: PackedTable;
  readonly withheld: Withheld;
}

/** The functions that read and compile variants of the sources. */
interface Variants {
  readonly build: BuildWith;
  readonly compile: (checked: CheckedWorkspace) => Compiled;
}

/**
 * The table of isolated sources without the access that the newest documents of the held parts remove, as far as they
 * can be read, and without the access that was withheld before. Access returns when the parts have no error.
 */
export async function restrictHeld(
  isolated: Isolated,
  errors: readonly Diagnostic[],
  { build, compile }: Variants,
  before: Withheld,
): Promise<Restricted> {
  const { built, held, newer } = isolated;
  const parts = new Set(held.keys());
  const definitions = await readDefinitions(isolated, build);
  const found = await readNewest(built.checked, parts, newer, definitions, errors);
  const newest = new Map(
    [...parts].map((part) => [
      part,
      [...(before.newest.get(part) ?? []), ...(found.get(part) ?? [])].reduce(addNewest, []),
    ]),
  );
  const variants = listVariants(newest).flatMap(
    (values) => compileReadable(values, built.checked, compile) ?? [],
  );
  const restricted = variants.reduce(restrict, built.compiled);
  const narrowed = restrictAsBefore(restricted, before.before, parts);
  const table = narrowed === built.compiled ? built.packed : packRestricted(narrowed, isolated);
  const known = before.before && keepBefore(before.before, parts);
  if ([...newest.values()].every(({ length }) => length <= maxDocuments))
    return { table, withheld: { newest, ...(known && { before: known }) } };
  // From now on, the table itself records what the documents of these parts withhold. What another part withholds from
  // one of these parts returns with that other part.
  const there = listParts(built.compiled);
  const folded = new Set([...parts].filter((part) => there.has(part) || known?.parts.has(part)));
  const left = new Map([...newest].filter(([part]) => !folded.has(part)));
  return { table, withheld: { newest: left, before: { table, parts: folded } } };
}

function listParts(table: Compiled): ReadonlySet<string | undefined> {
  return new Set(allLists.flatMap(({ name, kind }) => entriesOf(table, name).map((one) => keyOf(kind, one))));
}

function packRestricted(narrowed: Compiled, { built }: Isolated): PackedTable {
  const texts = new Map(
    [...built.compiled.apis].map(([digest, part]) => [part, built.packed.apis.get(digest)]),
  );
  return packTable(narrowed, (part) => texts.get(part));
}

function addNewest(
  known: readonly NewestDeclaration[],
  one: NewestDeclaration,
): readonly NewestDeclaration[] {
  const isKnown = ({ value, definition }: NewestDeclaration) =>
    sameJson(value, one.value) &&
    (definition === one.definition || sameJson(definition?.contract, one.definition?.contract));
  return known.some(isKnown) ? known : [...known, one];
}

type Newest = ReadonlyMap<string, NewestDeclaration>;

/** The smallest number of variants of the sources that together contain each declaration. */
function listVariants(newest: Withheld['newest']): readonly Newest[] {
  const count = Math.max(0, ...[...newest.values()].map(({ length }) => length));
  return Array.from({ length: count }, (_, index) => {
    const values = [...newest].flatMap(([part, { [index]: one }]) => (one ? [[part, one] as const] : []));
    return new Map(values);
  });
}

/** A table that restricts some parts to what they were in it. */
interface WithheldTable {
  readonly table: PackedTable;
  readonly parts: ReadonlySet<string>;
}

function keepBefore(
  { table, parts: known }: NonNullable<Withheld['before']>,
  parts: ReadonlySet<string>,
): WithheldTable {
  return { table, parts: new Set([...parts].filter((part) => known === 'all' || known.has(part))) };
}

function restrictAsBefore(table: Compiled, before: Withheld['before'], parts: ReadonlySet<string>): Compiled {
  const earlier = before && keepBefore(before, parts);
  if (!earlier || earlier.parts.size === 0) return table;
  return restrict(table, keepServed(table, unpackTable(earlier.table), earlier.parts));
}

/** Compiles the sources with other values of declarations. Values that cannot be compiled are ignored. */
function compileReadable(
  values: Newest,
  checked: CheckedWorkspace,
  compile: Variants['compile'],
): Compiled | undefined {
  const tryWith = (some: Newest) => {
    try {
      return compile(replaceValues(checked, some));
    } catch {
      // Only a checked workspace is certain to compile.
      return undefined;
    }
  };
  return tryWith(values) ?? tryWith(new Map([...values].filter((one) => tryWith(new Map([one])))));
}

function replaceValues(checked: CheckedWorkspace, values: Newest): CheckedWorkspace {
  const lists = allLists.map(({ name, kind }) => [
    name,
    checked[name].map((declared: Declared<object>) => {
      const part = keyOf(kind, declared.value as Entry);
      return (part !== undefined && values.get(part)) || declared;
    }),
  ]);
  return { ...checked, ...Object.fromEntries(lists) };
}

/** A table without the access that another table with the same keys does not grant. */
function restrict(table: Compiled, newer: Compiled): Compiled {
  const { manifest, apis: known } = restrictTable(table, newer);
  const apis = new Map(known);
  const restrictApi = (api: ManifestApi, other: ManifestApi): ManifestApi => {
    const [part, newerPart] = [apis.get(api.part), newer.apis.get(other.part)];
    if (!part || !newerPart) return api;
    const less = restrictVisibility(restrictOrigins(part, newerPart), newerPart);
    return { ...api, part: addPart(apis, less) };
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

function restrictShared<One>(
  entries: readonly One[],
  newer: readonly One[],
  nameEntry: (entry: One) => string,
  restrictEntry: (entry: One, other: One) => One,
): readonly One[] {
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

/** Seals a restricted table. Returns `table` itself if no access was removed. */
function seal(table: Compiled, apis: Compiled['apis'], manifest: Manifest): Compiled {
  const named = new Set(manifest.apis.map(({ part }) => part));
  const sealed = sealCompiled(manifest, new Map([...apis].filter(([digest]) => named.has(digest))));
  return sealed.digest === table.digest ? table : sealed;
}

/** A table in which some parts are as in `before`, or are missing if `before` does not have them. */
function keepServed(table: Compiled, before: Compiled, parts: ReadonlySet<string>): Compiled {
  const lists = allLists.map(({ name, kind }) => {
    const served = new Map(entriesOf(before, name).map((entry) => [keyOf(kind, entry), entry]));
    const replace = (entry: Entry): readonly Entry[] => {
      const key = keyOf(kind, entry);
      if (key === undefined || !parts.has(key)) return [entry];
      const known = served.get(key);
      return known ? [known] : [];
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
