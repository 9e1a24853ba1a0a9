/**
 * The time before which tokens are refused, in seconds since 1970. Rounded up, so that no token is accepted by mistake.
 */
export function compileNotBefore({ tokensNotBefore }: { readonly tokensNotBefore?: string }): {
  readonly tokensNotBefore?: number;
} {
  if (tokensNotBefore === undefined) return {};
  return { tokensNotBefore: Math.ceil(Date.parse(tokensNotBefore) / 1000) };
}
