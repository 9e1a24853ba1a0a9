import type { ContractChangeId } from '../../contract-change-kinds.ts';
import type { OperationPair } from '../../pairs/operation-pair.ts';
import { isAlarm } from '../../sent-as-text/compare-as-text.ts';
import { compareEmptiness } from '../../sent-as-text/compare-emptiness.ts';
import { isSameInText, listsOf } from '../../sent-as-text/sent-value.ts';
import type { ContractParameter } from './read-parameters.ts';

export function pathOf({ name, in: place }: ContractParameter): string {
  return `${place} parameter ${name}`;
}

/** Compares one parameter on both sides. */
export function compareParameter(pair: OperationPair, old: ContractParameter, now: ContractParameter): void {
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

/** Whether what is sent is in the same place and style, so that nothing else says that it is read differently. */
function hasSameWriting(pair: OperationPair, old: ContractParameter, now: ContractParameter): boolean {
  return old.in === now.in && isSameStyle(pair, old, now);
}

function isSameStyle(pair: OperationPair, old: ContractParameter, now: ContractParameter): boolean {
  const sending = { direction: pair.directions.request, ignoresEmpty: ignoresEmpty(pair, old, now) };
  return old.style === now.style || isSameInText(old, now, sending);
}

/** Both sides with the schemas that the gateway checks: of members that are parameters, only the declared ones. */
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

interface FoundChange {
  readonly what: string;
  readonly before?: string;
  readonly after?: string;
  readonly part?: string;
}

type Report = (id: ContractChangeId, change: FoundChange) => void;

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

/** Whether an empty text is never sent, or the gateway always accepts one. */
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

/** Whether the gateway reads no text under the name of a parameter, whose members have names of their own. */
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
