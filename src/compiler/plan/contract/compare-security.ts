import type { OperationPair } from './operation-pair.ts';
import { readSchemes, readSecurity, type ContractScheme, type Credentials } from './read-security.ts';

/** Compares what calls of an operation have to show. */
export function compareSecurity(pair: OperationPair): void {
  const { base, head, sides } = pair;
  const schemes = { base: readSchemes(sides.base.document), head: readSchemes(sides.head.document) };
  const before = readSecurity(base, (name) => name);
  const after = readSecurity(head, (name) => knownName(name, schemes));
  const at = { base: base.securityPointer, head: head.securityPointer };
  const tightened = before.filter((way) => !after.some((other) => isWithin(other, way)));
  const relaxed = after.filter((way) => !before.some((other) => isWithin(other, way)));
  const shown = { path: 'security', before: show(before), after: show(after), at, action: 'change' } as const;
  const what = `${show(before)} → ${show(after)}`;
  if (tightened.length > 0) pair.say({ ...shown, id: 'security-tightened', what });
  else if (relaxed.length > 0) pair.say({ ...shown, id: 'security-relaxed', what });
  compareSchemes(pair, new Set([...before, ...after].flatMap((way) => [...way])), schemes);
}

/** Whether who has the credentials of one way has those of another. */
function isWithin(needed: Credentials, had: Credentials): boolean {
  return [...needed].every((credential) => had.has(credential));
}

interface Schemes {
  readonly base: ReadonlyMap<string, ContractScheme>;
  readonly head: ReadonlyMap<string, ContractScheme>;
}

/** A scheme that only has another name is the same one. */
function knownName(name: string, { base, head }: Schemes): string {
  if (base.has(name)) return name;
  const same = [...base].find(([old, content]) => !head.has(old) && content.needs === head.get(name)?.needs);
  return same?.[0] ?? name;
}

/** Of a scheme that two sides know by one name. */
function compareSchemes(pair: OperationPair, used: ReadonlySet<string>, { base, head }: Schemes): void {
  for (const name of used) {
    const [old, now] = [base.get(name), head.get(name)];
    if (!old || !now) continue;
    const path = `security ${name}`;
    pair.compareDocumentation(path, old, now);
    if (old.needs === now.needs) continue;
    const [before, after] = [old.needs, now.needs];
    const at = { base: old.pointer, head: now.pointer };
    const what = `${before} → ${after}`;
    pair.say({ id: 'security-scheme-changed', action: 'change', path, what, before, after, at });
  }
}

/** As people read it: `oauth with dogs:read, or nothing`. */
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
