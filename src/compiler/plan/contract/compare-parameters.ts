import type { OperationPair } from './operation-pair.ts';
import { parameterKey } from '../../../openapi/readers/parameter-reader.ts';
import { acceptsEmptyText } from './sent-as-text/accepts-text.ts';
import { isListInstead } from './sent-as-text/compare-as-text.ts';
import type { ListWriting } from './sent-as-text/list-writing.ts';
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
  for (const old of before.values()) {
    const now = after.get(keyInHead(old)) ?? findMoved(old, before, after);
    if (now) matched.add(parameterKey(now.in, now.name));
    if (now) compareParameter(pair, old, now);
    else reportRemoved(pair, old);
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

function pathOf({ name, in: place }: ContractParameter): string {
  return `${place} parameter ${name}`;
}

function reportRemoved(pair: OperationPair, old: ContractParameter): void {
  const at = { base: old.place, head: pair.head.pointer };
  const id = pair.isCallback && old.required ? 'callback-parameter-removed' : 'parameter-removed';
  pair.report({ id, action: 'remove', path: pathOf(old), what: 'was removed', at });
}

function reportAdded(pair: OperationPair, now: ContractParameter): void {
  const id = now.required ? 'required-parameter-added' : 'optional-parameter-added';
  const at = { base: pair.base.pointer, head: now.place };
  const what = `was added and is ${now.required ? 'required' : 'optional'}`;
  pair.report({ id, action: 'add', path: pathOf(now), what, at });
}

function compareParameter(pair: OperationPair, old: ContractParameter, now: ContractParameter): void {
  const path = pathOf(old);
  const at = { base: old.pointer, head: now.pointer };
  const change = { action: 'change', path, at } as const;
  if (old.in !== now.in) {
    const [before, after] = [old.in, now.in];
    pair.report({
      ...change,
      id: 'parameter-moved',
      before,
      after,
      what: `moved from ${before} to ${after}`,
    });
  } else if (old.style !== now.style && !isSameInText(pair, old, now)) {
    const [before, after] = [old.style, now.style];
    pair.report({
      ...change,
      id: 'parameter-style-changed',
      before,
      after,
      part: 'serialization',
      what: `changed from ${before} to ${after}`,
    });
  }
  if (old.in === 'path' && old.name !== now.name) {
    const [before, after] = [old.name, now.name];
    pair.report({ ...change, id: 'path-parameter-renamed', before, after, what: `was renamed to ${after}` });
  }
  compareFlags(pair, old, now);
  pair.compareDocumentation(path, old, now);
  const isAlwaysSent = old.required || now.required;
  pair.compareSchemas(path, old, now, pair.directions.request, { lists: listsOf(old, now), isAlwaysSent });
}

/** How lists are written, if both values are sent as text: after the change, if that matters. */
function listsOf(old: ContractParameter, now: ContractParameter): ListWriting | undefined {
  return now.lists && old.lists === 'item' ? old.lists : old.lists && now.lists;
}

/** Whether one value is written as a list of one, which needs no other style. */
function isSameInText(pair: OperationPair, old: ContractParameter, now: ContractParameter): boolean {
  const [lists, direction] = [listsOf(old, now), pair.directions.request];
  return lists !== undefined && isListInstead({ base: old.schema, head: now.schema, direction, lists });
}

function compareFlags(pair: OperationPair, old: ContractParameter, now: ContractParameter): void {
  const change = {
    action: 'change',
    path: pathOf(old),
    at: { base: old.pointer, head: now.pointer },
  } as const;
  if (!old.required && now.required)
    pair.report({ ...change, id: 'parameter-became-required', what: 'became required' });
  if (old.required && !now.required)
    pair.report({ ...change, id: 'parameter-became-optional', what: 'became optional' });
  const direction = pair.directions.request;
  if (old.allowsEmpty && !now.allowsEmpty) {
    const isAllowed = now.lists !== undefined && acceptsEmptyText(now.schema.flat, now.lists);
    const id = isAllowed ? 'documentation-changed' : (`${direction}-constraint-added` as const);
    pair.report({ ...change, id, what: 'no longer allows an empty value' });
  }
  if (!old.allowsEmpty && now.allowsEmpty)
    pair.report({ ...change, id: `${direction}-constraint-removed`, what: 'allows an empty value' });
  if (!old.deprecated && now.deprecated)
    pair.report({ ...change, id: 'parameter-deprecated', what: 'was deprecated' });
  if (old.deprecated && !now.deprecated)
    pair.report({ ...change, id: 'parameter-undeprecated', what: 'is no longer deprecated' });
}
