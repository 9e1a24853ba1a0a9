import type { Json, JsonObject } from '../../../compiled/json.ts';
import { sameJson } from '../../../compiled/same-json.ts';
import { describeTransition, describeValue } from '../wording/describe-value.ts';
import type { OperationPair } from './operation-pair.ts';
import { readSchemes, readSecurity, type ContractScheme, type Credentials } from './read-security.ts';

/** Compares the credentials that an operation requires. */
export function compareSecurity(pair: OperationPair): void {
  const { base, head, sides } = pair;
  const schemes = { base: readSchemes(sides.base.document), head: readSchemes(sides.head.document) };
  const before = readSecurity(base, (name) => name);
  const after = readSecurity(head, (name) => knownName(name, schemes));
  const at = { base: base.securityPointer, head: head.securityPointer };
  const tightened = before.filter((way) => !after.some((other) => isWithin(other, way)));
  const relaxed = after.filter((way) => !before.some((other) => isWithin(other, way)));
  const shown = { path: 'security', before: show(before), after: show(after), at, action: 'change' } as const;
  const what = `changed from ${show(before)} to ${show(after)}`;
  const found = [
    ...(tightened.length > 0 ? ['security-tightened' as const] : []),
    ...(relaxed.length > 0 ? ['security-relaxed' as const] : []),
  ];
  // A change that is both is reported once, as what breaks callers.
  const id = pair.isCallback ? found.at(-1) : found[0];
  if (id) pair.report({ ...shown, id, what });
  compareSchemes(pair, new Set([...before, ...after].flatMap((way) => [...way])), schemes);
}

/** Whether one set of credentials includes another. */
function isWithin(needed: Credentials, had: Credentials): boolean {
  return [...needed].every((credential) => had.has(credential));
}

interface Schemes {
  readonly base: ReadonlyMap<string, ContractScheme>;
  readonly head: ReadonlyMap<string, ContractScheme>;
}

/** A renamed scheme is the same scheme. */
function knownName(name: string, { base, head }: Schemes): string {
  if (base.has(name)) return name;
  const same = [...base].find(([old, content]) => !head.has(old) && content.sent === head.get(name)?.sent);
  return same?.[0] ?? name;
}

/** Compares the schemes that have the same name on both sides. */
function compareSchemes(pair: OperationPair, used: ReadonlySet<string>, { base, head }: Schemes): void {
  for (const name of used) {
    const [old, now] = [base.get(name), head.get(name)];
    if (!old || !now) continue;
    const path = `security ${name}`;
    pair.compareDocumentation(path, old, now);
    if (old.sent === now.sent) continue;
    const [before, after] = [old.needs, now.needs];
    const at = { base: old.pointer, head: now.pointer };
    const what = `changed: ${describeScheme(before, after)}`;
    pair.report({ id: 'security-scheme-changed', action: 'change', path, what, before, after, at });
  }
}

/** Only what differs: `in header → query, name x-key → key`. */
function describeScheme(base: string, head: string): string {
  const [before, after] = [base, head].map((needs) => JSON.parse(needs) as JsonObject) as [
    JsonObject,
    JsonObject,
  ];
  const names = Object.keys({ ...before, ...after }).toSorted();
  const changed = names.filter((name) => !sameJson(before[name], after[name]));
  const describe = (value: Json | undefined) => (value === undefined ? undefined : describeValue('', value));
  return changed
    .map((name) => `${name} ${describeTransition(describe(before[name]), describe(after[name]))}`)
    .join(', ');
}

/** `oauth with dogs:read, or nothing`. */
function show(ways: readonly Credentials[]): string {
  return ways.map(showWay).toSorted().join(', or ');
}

function showWay(way: Credentials): string {
  const schemes = [...way].filter((one) => !one.includes(' ')).toSorted();
  const shown = schemes.map((scheme) => {
    const scopes = [...way]
      .filter((one) => one.startsWith(`${scheme} `))
      .map((one) => one.slice(scheme.length + 1));
    return scopes.length === 0 ? scheme : `${scheme} with ${scopes.toSorted().join(' ')}`;
  });
  return shown.join(' and ') || 'nothing';
}
