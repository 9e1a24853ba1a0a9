import type { OperationPair } from '../../pairs/operation-pair.ts';
import { parameterKey } from '#openapi/readers/parameter-reader.ts';
import { describeForbidden, Spellings } from './spellings.ts';
import { readParameters, type ContractParameter } from './read-parameters.ts';
import type { ContractChangeId } from '../../contract-change-kinds.ts';
import { isAlarm } from '../../sent-as-text/compare-as-text.ts';
import { compareEmptiness } from '../../sent-as-text/compare-emptiness.ts';
import { isSameInText, listsOf } from '../../sent-as-text/sent-value.ts';

interface FoundChange {
  readonly what: string;
  readonly before?: string;
  readonly after?: string;
  readonly part?: string;
}

type Report = (id: ContractChangeId, change: FoundChange) => void;

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

/**
 * The names of path parameters in head, by their names in base; empty if head's path has no parameter in that position.
 */
function findRenamed(pair: OperationPair): ReadonlyMap<string, string> {
  const after = pair.head.path.segments;
  return new Map(
    pair.base.path.segments.flatMap(({ parameters }, index) =>
      parameters.map((name, position) => [name, after[index]?.parameters[position] ?? ''] as const),
    ),
  );
}

/** The parameter of head with the same name in another location, unless base also has a parameter there. */
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

interface RemainingParameter {
  readonly old: ContractParameter;
  readonly now: ContractParameter;
  readonly spellings: Spellings;
}

/** Reports object members that were sent under their own names, which head refuses as other spellings. */
function reportForbidden(pair: OperationPair, { old, now, spellings }: RemainingParameter): void {
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

/** Reports the parameters that a request needs, except path parameters, as added. */
export function reportNeeded(pair: OperationPair): void {
  for (const now of readParameters(pair.head, pair.sides.head).values())
    if (now.isNeeded && now.in !== 'path') reportAdded(pair, now);
}

function pathOf({ name, in: place }: ContractParameter): string {
  return `${place} parameter ${name}`;
}

/** Compares one parameter on both sides. */
function compareParameter(pair: OperationPair, old: ContractParameter, now: ContractParameter): void {
  const path = pathOf(old);
  const isUnread = pair.isChecked && old.isReplaced && now.isReplaced;
  const report = reporterOf(pair, old, now, isUnread);
  compareWriting(report, pair, old, now);
  compareFlags(report, pair, old, now);
  pair.compareDocumentation(path, old, now);
  const [base, head] = schemasOf(pair, old, now);
  pair.compareSchemas(path, base, head, pair.directions.request, {
    lists: listsOf(old, now),
    ignoresEmpty: ignoresEmpty(pair, old, now),
    isAlwaysSent: old.isNeeded || now.isNeeded,
    isUnread,
    ...(hasSameWriting(pair, old, now) && { texts: new Map([['', { base: old.text, head: now.text }]]) }),
  });
}

/**
 * Whether both sides have a parameter in the same location and style, so that no other report covers how it is read.
 */
function hasSameWriting(pair: OperationPair, old: ContractParameter, now: ContractParameter): boolean {
  return old.in === now.in && isSameStyle(pair, old, now);
}

function isSameStyle(pair: OperationPair, old: ContractParameter, now: ContractParameter): boolean {
  const sending = { direction: pair.directions.request, ignoresEmpty: ignoresEmpty(pair, old, now) };
  return old.style === now.style || isSameInText(old, now, sending);
}

/**
 * Both parameters with the schemas that the gateway checks: if object members are separate parameters, only the
 * declared members.
 */
function schemasOf(
  pair: OperationPair,
  old: ContractParameter,
  now: ContractParameter,
): readonly [ContractParameter, ContractParameter] {
  if (!pair.isChecked || !old.declared || !now.declared) return [old, now];
  return [
    { ...old, schema: old.declared },
    { ...now, schema: now.declared },
  ];
}

function reporterOf(
  pair: OperationPair,
  old: ContractParameter,
  now: ContractParameter,
  isUnread: boolean,
): Report {
  const where = { path: pathOf(old), at: { base: old.pointer, head: now.pointer } };
  const idOf = (id: ContractChangeId) => (isUnread && isAlarm({ id }) ? 'documentation-changed' : id);
  return (id, change) => pair.report({ action: 'change', id: idOf(id), ...where, ...change });
}

function compareWriting(
  report: Report,
  pair: OperationPair,
  old: ContractParameter,
  now: ContractParameter,
): void {
  if (old.in !== now.in) {
    const [before, after] = [old.in, now.in];
    report('parameter-moved', { before, after, what: `moved from ${before} to ${after}` });
  } else if (!isSameStyle(pair, old, now)) {
    const [before, after] = [old.style, now.style];
    const what = `changed from ${before} to ${after}`;
    report('parameter-style-changed', { before, after, part: 'serialization', what });
  }
  if (old.in === 'path' && old.name !== now.name) {
    const [before, after] = [old.name, now.name];
    report('path-parameter-renamed', { before, after, what: `was renamed to ${after}` });
  }
}

/** Whether empty texts need no comparison: they are never sent, or the gateway always accepts them. */
function ignoresEmpty({ isChecked }: OperationPair, old: ContractParameter, now: ContractParameter): boolean {
  return isChecked && (!old.mayBeEmpty || now.allowsEmpty);
}

function compareFlags(
  report: Report,
  pair: OperationPair,
  old: ContractParameter,
  now: ContractParameter,
): void {
  compareNeeds(report, pair, old, now);
  const emptiness = compareEmptiness({ base: old.text, head: now.text }, pair.directions.request);
  if (emptiness)
    report(hasNoText(pair, old, now) ? 'documentation-changed' : emptiness.id, { what: emptiness.what });
  if (!old.deprecated && now.deprecated) report('parameter-deprecated', { what: 'was deprecated' });
  if (old.deprecated && !now.deprecated)
    report('parameter-undeprecated', { what: 'is no longer deprecated' });
}

/** Whether the gateway reads no text under the parameter's own name, since its members have separate names. */
function hasNoText(pair: OperationPair, old: ContractParameter, now: ContractParameter): boolean {
  const isApart = now.writing === 'pairs' || now.writing === 'deep';
  return pair.isChecked && isApart && old.writing === now.writing;
}

function compareNeeds(
  report: Report,
  pair: OperationPair,
  old: ContractParameter,
  now: ContractParameter,
): void {
  const [needed, needs] = pair.isChecked ? [old.isNeeded, now.isNeeded] : [old.required, now.required];
  if (!needed && needs) report('parameter-became-required', { what: 'became required' });
  else if (needed && !needs) report('parameter-became-optional', { what: 'became optional' });
  else if (old.required !== now.required)
    report('documentation-changed', { what: `became ${now.required ? 'required' : 'optional'}` });
}
