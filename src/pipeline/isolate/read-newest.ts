import { isJsonObject } from '#compiled/json.ts';
import { allLists, type ListedKind } from '#compiled/manifest.ts';
import { checkSchema } from '#compiler/load/check-schema.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { CheckedWorkspace, Definition } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { splitPointer } from '#source/place.ts';
import type { Definitions } from './read-definitions.ts';
import { keyOf } from './source-documents.ts';
import type { PartDocument, SourceState } from './source-state.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields that grant access, by kind; all other fields stay as they were served. */
const rightsOf: Readonly<Record<ListedKind, readonly string[]>> = {
  // Without `owner`: a new owner would gain what the earlier one loses.
  Api: [
    'state',
    'blockedUntil',
    'access',
    'operationAccess',
    'operations',
    'endpoints',
    'alsoAt',
    'cors',
    'visibility',
  ],
  Application: ['keys', 'grants', 'callbackUrls', 'identityProviders', 'tokensNotBefore'],
  Subscription: ['state', 'scopes'],
  Tier: [],
  User: ['state', 'tokensNotBefore', 'passwordDigest'],
  Team: ['members', 'groups'],
  IdentityProvider: [],
};

/**
 * Fields that are read even if they have an error, if their schema allows it: the removal of a key or of an address is
 * intended.
 */
const alwaysRead: readonly string[] = ['keys', 'alsoAt'];

/** A declaration that is held back, with the access that its newest document grants, as far as it can be read. */
export type NewestDeclaration = Declared<unknown> & { readonly definition?: Definition };

/**
 * The newest declarations of the parts that are held back, one for each document: if a part has several documents, it
 * is unknown which one is intended.
 */
export async function readNewest(
  checked: CheckedWorkspace,
  held: ReadonlySet<string>,
  newer: SourceState,
  definitions: Definitions,
  errors: readonly Diagnostic[],
): Promise<ReadonlyMap<string, readonly NewestDeclaration[]>> {
  const found = new Map<string, readonly NewestDeclaration[]>();
  for (const { name: list, kind } of allLists) {
    for (const declared of checked[list] as readonly Declared<Fields>[]) {
      const part = keyOf(kind, declared.value);
      if (part === undefined || !held.has(part)) continue;
      const newest = definitions.get(part) ?? [];
      const values: Fields[] = [];
      for (const document of newer.documentsOf(part)) {
        const value = await readValue(kind, declared, document, newer, errors);
        if (value) values.push(value);
      }
      if (values.length === 0 && newest.length > 0) values.push(declared.value);
      const each = newest.length > 0 ? newest.map((definition) => ({ definition })) : [{}];
      found.set(
        part,
        values.flatMap((value) => each.map((one) => ({ ...declared, value, ...one }))),
      );
    }
  }
  return found;
}

async function readValue(
  kind: ListedKind,
  { value, place }: Declared<Fields>,
  document: PartDocument,
  newer: SourceState,
  errors: readonly Diagnostic[],
): Promise<Fields | undefined> {
  const newest = newer.valueAt(document.file, document);
  if (!isJsonObject(newest)) return undefined;
  const isWhole = (await checkSchema(kind, { ...newest, ...identityOf(value) }, place)).length === 0;
  const broken = listBrokenFields(document, errors);
  let result = value;
  for (const field of rightsOf[kind]) {
    if (broken.has(field) && !(isWhole && alwaysRead.includes(field))) continue;
    const changed = setField(result, field, newest[field], isWhole);
    if ((await checkSchema(kind, changed, place)).length === 0) result = changed;
  }
  return result;
}

/**
 * The version from the served declaration, since YAML may read the newest one as a number. All other names are texts.
 */
function identityOf({ version }: Fields): Fields {
  return version === undefined ? {} : { version };
}

/**
 * Sets a field to its newest value. If the document violates its schema, a missing field may be misspelled, and it
 * stays.
 */
function setField(value: Fields, field: string, newest: unknown, isWhole: boolean): Fields {
  if (field === 'endpoints') return { ...value, endpoints: keepEndpoints(value['endpoints'], newest) };
  if (newest !== undefined) return { ...value, [field]: newest };
  if (!isWhole) return value;
  const { [field]: _, ...rest } = value;
  return rest;
}

/** The earlier endpoints that are still declared; all earlier endpoints if none of them is. */
function keepEndpoints(earlier: unknown, newest: unknown): unknown {
  if (!isJsonObject(earlier) || !isJsonObject(newest)) return earlier;
  const remaining = Object.entries(earlier).filter(([keySet]) => newest[keySet] !== undefined);
  return remaining.length > 0 ? Object.fromEntries(remaining) : earlier;
}

function listBrokenFields(
  { file, line, text }: PartDocument,
  errors: readonly Diagnostic[],
): ReadonlySet<string> {
  const end = line + text.split('\n').length;
  const here = errors.filter(({ at }) => at.file === file && at.line >= line && at.line < end);
  return new Set(here.flatMap(({ at }) => splitPointer(at.pointer).slice(0, 1)));
}
