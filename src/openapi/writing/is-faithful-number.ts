/** A double can represent any decimal of 15 digits, and 17 digits identify every double (IEEE 754). */
const [fewDigits, maxDigits] = [15, 17];

/** Identifiers are numbers of up to 64 bits. */
const beyondIdentifiers = 2n ** 64n;

/**
 * Whether a double represents a JSON number as exactly as its reader needs it: otherwise what is checked here could be
 * another number to a reader that keeps more digits.
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

/** Without the zeros at either end. In linear time, which `/0+$/` would not be. */
function countSignificantDigits(mantissa: string): number {
  const digits = mantissa.replace('.', '').replace(/^-?0*/, '');
  let count = digits.length;
  while (digits[count - 1] === '0') count -= 1;
  return count;
}

function isFaithfulInteger(exact: bigint, value: number): boolean {
  return (exact < beyondIdentifiers && exact > -beyondIdentifiers) || BigInt(value) === exact;
}
