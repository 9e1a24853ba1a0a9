import type { OperationPair } from '../operation-pair.ts';
import { compareScheme } from './compare-scheme.ts';
import { readSchemes, readSecurity, type ContractScheme, type Credentials } from './read-security.ts';

/** Compares the credentials that an operation requires. */
export function compareSecurity(pair: OperationPair): void {
  const { base, head, sides } = pair;
  const schemes = { base: readSchemes(sides.base.document), head: readSchemes(sides.head.document) };
  const used = namesIn(base);
  const nameInBase = (name: string) => findInBase(name, used, schemes);
  const before = readSecurity(base, (name) => name);
  const after = readSecurity(head, nameInBase);
  compareWays(pair, before, after);
  for (const name of namesIn(head)) {
    const known = nameInBase(name);
    const [old, now] = [schemes.base.get(known), schemes.head.get(name)];
    if (old && now && used.has(known)) compareScheme(pair, known, old, now);
  }
}

function namesIn({ security }: OperationPair['base']): ReadonlySet<string> {
  return new Set(security.flatMap((way) => [...way.keys()]));
}

interface Schemes {
  readonly base: ReadonlyMap<string, ContractScheme>;
  readonly head: ReadonlyMap<string, ContractScheme>;
}

/** The name that the operation has in base for a scheme of head: its own, or that of a scheme for which clients send the same. */
function findInBase(name: string, used: ReadonlySet<string>, { base, head }: Schemes): string {
  if (used.has(name)) return name;
  const sent = head.get(name)?.sent;
  return [...used].find((old) => sent !== undefined && base.get(old)?.sent === sent) ?? name;
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
  const schemes = [...way].filter((one) => !one.includes(' ')).toSorted();
  const shown = schemes.map((scheme) => {
    const scopes = [...way]
      .filter((one) => one.startsWith(`${scheme} `))
      .map((one) => one.slice(scheme.length + 1));
    return scopes.length === 0 ? scheme : `${scheme} with ${scopes.toSorted().join(' ')}`;
  });
  return shown.join(' and ') || 'nothing';
}
