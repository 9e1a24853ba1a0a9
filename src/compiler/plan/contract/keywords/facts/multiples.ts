/** The least number of which both are divisors. */
export function leastMultiple(a: number, b: number): number {
  const denominator = Math.max(denominatorOf(a), denominatorOf(b));
  const [one, other] = [Math.round(a * denominator), Math.round(b * denominator)];
  return (one / greatestDivisor(one, other)) * (other / denominator);
}

/** The integers that are multiples of 1.5 are those of 3: of the numerator of the fraction in its lowest terms. */
export function wholeFactor(factor: number): number {
  const denominator = denominatorOf(factor);
  const numerator = Math.round(factor * denominator);
  return numerator / greatestDivisor(numerator, denominator);
}

/** How the multiples of `head` compare to those of `base`; allows for the rounding error of dividing decimals. */
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
