import type { OperationNode } from '#openapi/model.ts';
import type { ContractSide } from '../../schemas/contract-side.ts';
import type { OperationPair } from '../../pairs/operation-pair.ts';
import { compareScheme } from './compare-scheme.ts';
import { matchSchemes, type UsedSchemes } from './match-schemes.ts';
import { readSchemes, readSecurity, type Credentials } from './read-security.ts';

/** Compares the credentials that an operation requires. */
export function compareSecurity(pair: OperationPair): void {
  const [base, head] = [usedSchemes(pair.base, pair.sides.base), usedSchemes(pair.head, pair.sides.head)];
  const names = matchSchemes(base, head);
  const before = readSecurity(pair.base, (name) => name);
  const after = readSecurity(pair.head, (name) => names.get(name) ?? name);
  compareWays(pair, before, after);
  for (const [name, known] of names) {
    const [old, now] = [base.schemes.get(known), head.schemes.get(name)];
    if (old && now && base.used.has(known)) compareScheme(pair, known, old, now);
  }
}

function usedSchemes({ security }: OperationNode, { document }: ContractSide): UsedSchemes {
  return { used: new Set(security.flatMap((way) => [...way.keys()])), schemes: readSchemes(document) };
}

function compareWays(
  pair: OperationPair,
  before: readonly Credentials[],
  after: readonly Credentials[],
): void {
  const at = { base: pair.base.securityPointer, head: pair.head.securityPointer };
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
}

/** Whether one set of credentials includes another. */
function isWithin(needed: Credentials, had: Credentials): boolean {
  return [...needed].every((credential) => had.has(credential));
}

/** `oauth with dogs:read, or nothing`. */
function show(ways: readonly Credentials[]): string {
  return ways.map(showWay).toSorted().join(', or ');
}

function showWay(way: Credentials): string {
  const schemes = [...way].filter((one) => !one.includes('\n')).toSorted();
  const shown = schemes.map((scheme) => {
    const scopes = [...way]
      .filter((one) => one.startsWith(`${scheme}\n`))
      .map((one) => one.slice(scheme.length + 1));
    return scopes.length === 0 ? scheme : `${scheme} with ${scopes.toSorted().join(' ')}`;
  });
  return shown.join(' and ') || 'nothing';
}
