import { canonicalJson } from '#compiled/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject, sameJson } from '#compiled/json.ts';
import { describeTransition, describeValue } from '../../../wording/describe-value.ts';
import type { OperationPair } from '../../pairs/operation-pair.ts';
import type { ContractScheme } from './read-security.ts';

/** Compares a scheme of an operation on both sides, under its name in base. */
export function compareScheme(
  pair: OperationPair,
  name: string,
  old: ContractScheme,
  now: ContractScheme,
): void {
  const path = `security ${name}`;
  pair.compareDocumentation(path, old, now);
  if (old.sent === now.sent) return;
  const differences = compareNeeds(old.needs, now.needs);
  const [before, after] = [canonicalJson(old.needs), canonicalJson(now.needs)];
  const change = {
    action: 'change',
    path,
    before,
    after,
    at: { base: old.pointer, head: now.pointer },
  } as const;
  const what = differences.map((one) => one.what).join(', ');
  if (differences.every(({ isExtension }) => isExtension))
    pair.report({ ...change, id: 'security-scheme-extended', what: `was extended: ${what}` });
  else pair.report({ ...change, id: 'security-scheme-changed', what: `changed: ${what}` });
}

interface Difference {
  readonly what: string;
  /** Whether clients can go on as before. */
  readonly isExtension: boolean;
}

/** Only what differs: `in header → query`, `name x-key → key`, `flow password was added`. */
function compareNeeds(base: JsonObject, head: JsonObject): readonly Difference[] {
  const [{ flows: before, ...old }, { flows: after, ...now }] = [base, head];
  return [...compareMembers(old, now, (name) => name), ...compareFlows(objectOf(before), objectOf(after))];
}

function compareFlows(before: JsonObject, after: JsonObject): readonly Difference[] {
  return namesIn(before, after).flatMap((flow): readonly Difference[] => {
    if (before[flow] === undefined) return [{ what: `flow ${flow} was added`, isExtension: true }];
    if (after[flow] === undefined) return [{ what: `flow ${flow} was removed`, isExtension: false }];
    return compareMembers(objectOf(before[flow]), objectOf(after[flow]), (url) => `${url} of ${flow}`);
  });
}

function compareMembers(
  before: JsonObject,
  after: JsonObject,
  describe: (name: string) => string,
): readonly Difference[] {
  return namesIn(before, after)
    .filter((name) => !sameJson(before[name], after[name]))
    .map((name) => ({
      what: `${describe(name)} ${describeTransition(textOf(before[name]), textOf(after[name]))}`,
      // Without one, tokens are refreshed at the URL where they are asked for.
      isExtension: name === 'refreshUrl' && before[name] === undefined,
    }));
}

function namesIn(before: JsonObject, after: JsonObject): readonly string[] {
  return Object.keys({ ...before, ...after }).toSorted();
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textOf(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : describeValue('', value);
}
