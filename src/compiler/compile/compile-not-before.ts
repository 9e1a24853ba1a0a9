/** The time before which tokens are refused, in seconds since 1970; rounded up, so that it never accepts too many. */
export function compileNotBefore({ tokensNotBefore }: { readonly tokensNotBefore?: string }): {
  readonly tokensNotBefore?: number;
} {
  if (tokensNotBefore === undefined) return {};
  return { tokensNotBefore: Math.ceil(Date.parse(tokensNotBefore) / 1000) };
}
