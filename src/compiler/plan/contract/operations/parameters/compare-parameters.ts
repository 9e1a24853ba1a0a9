import type { OperationPair } from '../../pairs/operation-pair.ts';
import { parameterKey } from '#openapi/readers/parameter-reader.ts';
import { compareParameter, pathOf } from './compare-parameter.ts';
import { describeForbidden, Spellings } from './spellings.ts';
import { readParameters, type ContractParameter } from './read-parameters.ts';

type Parameters = ReadonlyMap<string, ContractParameter>;

/** Compares the parameters of an operation; path parameters by their position in the path. */
export function compareParameters(pair: OperationPair): void {
  const renamed = findRenamed(pair);
  const before = readParameters(pair.base, pair.sides.base);
  const after = readParameters(pair.head, pair.sides.head);
  const keyInHead = (old: ContractParameter) =>
    parameterKey(old.in, old.in === 'path' ? (renamed.get(old.name) ?? old.name) : old.name);
  const matched = new Set<string>();
  const spellings = new Spellings(pair.isChecked ? after.values() : []);
  for (const old of before.values()) {
    const now = after.get(keyInHead(old)) ?? findMoved(old, before, after);
    if (now) matched.add(parameterKey(now.in, now.name));
    if (now) compareParameter(pair, old, now);
    else reportRemoved(pair, old, spellings);
    if (now) reportForbidden(pair, { old, now, spellings });
  }
  for (const [key, now] of after) if (!matched.has(key)) reportAdded(pair, now);
}

/** The names of path parameters in head, by their names in base; empty where the path of head has none. */
function findRenamed(pair: OperationPair): ReadonlyMap<string, string> {
  const after = pair.head.path.segments;
  return new Map(
    pair.base.path.segments.flatMap(({ parameters }, index) =>
      parameters.map((name, position) => [name, after[index]?.parameters[position] ?? ''] as const),
    ),
  );
}

/** A parameter of the same name in another location, unless base has one there too. */
function findMoved(
  old: ContractParameter,
  before: Parameters,
  after: Parameters,
): ContractParameter | undefined {
  if (old.in === 'path') return undefined;
  return [...after.values()].find(
    (now) =>
      now.in !== 'path' &&
      now.in !== old.in &&
      now.name === old.name &&
      !before.has(parameterKey(now.in, now.name)),
  );
}

function reportRemoved(pair: OperationPair, old: ContractParameter, spellings: Spellings): void {
  const at = { base: old.place, head: pair.head.pointer };
  const change = { action: 'remove', path: pathOf(old), at } as const;
  if (pair.isChecked && old.isReplaced)
    return pair.report({ ...change, id: 'documentation-changed', what: 'was removed' });
  if (pair.isCallback && old.required)
    return pair.report({ ...change, id: 'callback-parameter-removed', what: 'was removed' });
  const [other] = old.sentNames.flatMap((name) => spellings.refusedFor(old.in, name) ?? []);
  if (other === undefined) pair.report({ ...change, id: 'parameter-removed', what: 'was removed' });
  else pair.report({ ...change, id: 'parameter-forbidden', what: describeForbidden(other) });
}

interface KeptParameter {
  readonly old: ContractParameter;
  readonly now: ContractParameter;
  readonly spellings: Spellings;
}

/** Reports members that were sent under names of their own, and are other spellings now. */
function reportForbidden(pair: OperationPair, { old, now, spellings }: KeptParameter): void {
  if (old.writing !== 'pairs') return;
  for (const name of old.sentNames) {
    const other = spellings.refusedFor(old.in, name);
    if (other === undefined) continue;
    const change = { action: 'remove', at: { base: old.pointer, head: now.pointer }, of: name } as const;
    const path = `${pathOf(old)} /${name}`;
    pair.report({ ...change, id: 'request-property-forbidden', path, what: describeForbidden(other) });
  }
}

function reportAdded(pair: OperationPair, now: ContractParameter): void {
  const isNeeded = pair.isChecked ? now.isNeeded : now.required;
  const id = isNeeded ? 'required-parameter-added' : 'optional-parameter-added';
  const at = { base: pair.base.pointer, head: now.place };
  const what = `was added and is ${now.required ? 'required' : 'optional'}`;
  pair.report({ id, action: 'add', path: pathOf(now), what, at });
}

/** Reports the parameters besides those in the path that a request needs. */
export function reportNeeded(pair: OperationPair): void {
  for (const now of readParameters(pair.head, pair.sides.head).values())
    if (now.isNeeded && now.in !== 'path') reportAdded(pair, now);
}
