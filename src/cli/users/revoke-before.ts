/**
 * The `tokensNotBefore` that refuses what a user was issued until now, in whole seconds, so that a login right after it
 * is good. A later one that is declared already stays.
 */
export function revokeBefore(now: number, declared?: string): { readonly tokensNotBefore: string } {
  if (declared !== undefined && Date.parse(declared) > now) return { tokensNotBefore: declared };
  const second = new Date(Math.floor(now / 1000) * 1000);
  return { tokensNotBefore: second.toISOString().replace('.000Z', 'Z') };
}
