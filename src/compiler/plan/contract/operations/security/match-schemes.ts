import type { ContractScheme } from './read-security.ts';

type Schemes = ReadonlyMap<string, ContractScheme>;

/** The security schemes of a document, and the names of those that an operation uses. */
export interface UsedSchemes {
  readonly used: ReadonlySet<string>;
  readonly schemes: Schemes;
}

/**
 * For each scheme that head uses, the name that the operation has for it in base: of the scheme for which clients send the
 * same, or else its own, unless what that stood for now has another name.
 */
export function matchSchemes(base: UsedSchemes, head: UsedSchemes): ReadonlyMap<string, string> {
  const alike = new Map([...head.used].map((name) => [name, findAlike(name, base, head.schemes)]));
  const taken = new Set(alike.values());
  const ownName = (name: string) => (taken.has(name) ? `${name} (new)` : name);
  return new Map([...alike].map(([name, known]) => [name, known ?? ownName(name)]));
}

function findAlike(name: string, { used, schemes }: UsedSchemes, head: Schemes): string | undefined {
  const sent = head.get(name)?.sent;
  if (sent === undefined) return undefined;
  const alike = [...used].filter((old) => schemes.get(old)?.sent === sent);
  return alike.includes(name) ? name : alike[0];
}
