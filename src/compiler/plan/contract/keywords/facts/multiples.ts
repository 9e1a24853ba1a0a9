/** The least common multiple of two decimal numbers. */
export function leastMultiple(a: number, b: number): number {
  const denominator = Math.max(denominatorOf(a), denominatorOf(b));
  const [one, other] = [Math.round(a * denominator), Math.round(b * denominator)];
  return (one / greatestDivisor(one, other)) * (other / denominator);
}

/** The factor of the integers that are multiples of `factor`: 3 for 1.5, the numerator of the reduced fraction. */
export function wholeFactor(factor: number): number {
  const denominator = denominatorOf(factor);
  const numerator = Math.round(factor * denominator);
  return numerator / greatestDivisor(numerator, denominator);
}

/** Compares the multiples of `head` to those of `base`, tolerating rounding errors of decimals. */
export function compareFactors(base: number, head: number): 'tighter' | 'looser' | 'other' {
  if (isWhole(head / base)) return 'tighter';
  return isWhole(base / head) ? 'looser' : 'other';
}

function isWhole(quotient: number): boolean {
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 && Math.round(quotient) !== 0;
}

/** The power of ten that makes a decimal number whole. */
function denominatorOf(factor: number): number {
  const [, decimals = '', exponent = '0'] = /^\d+(?:\.(\d+))?(?:e(.+))?$/.exec(String(factor)) ?? [];
  return 10 ** Math.max(0, decimals.length - Number(exponent));
}

function greatestDivisor(a: number, b: number): number {
  return b > 0 ? greatestDivisor(b, a % b) : a;
}
