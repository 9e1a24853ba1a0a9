/** A double can represent any decimal of 15 digits, and 17 digits identify every double (IEEE 754). */
const [fewDigits, maxDigits] = [15, 17];

/** The bound of identifiers, which are numbers of up to 64 bits. */
const beyondIdentifiers = 2n ** 64n;

/**
 * Whether a double represents a JSON number as exactly as a reader may need it. Otherwise, a reader with higher
 * precision could read another number than the one that is checked here.
 */
export function isFaithfulNumber(text: string): boolean {
  if (text.length <= fewDigits && !/e/i.test(text)) return true;
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  if (/^-?\d+$/.test(text) && isFaithfulInteger(BigInt(text), value)) return true;
  const [mantissa = ''] = text.split(/e/i);
  const digits = countSignificantDigits(mantissa);
  return digits <= maxDigits && (value !== 0 || digits === 0);
}

/** The number of digits without the zeros at either end. The loop takes linear time, which `/0+$/` would not. */
function countSignificantDigits(mantissa: string): number {
  const digits = mantissa.replace('.', '').replace(/^-?0*/, '');
  let count = digits.length;
  while (digits[count - 1] === '0') count -= 1;
  return count;
}

function isFaithfulInteger(exact: bigint, value: number): boolean {
  return (exact < beyondIdentifiers && exact > -beyondIdentifiers) || BigInt(value) === exact;
}
