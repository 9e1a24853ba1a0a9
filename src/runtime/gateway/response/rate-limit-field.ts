/** So many values are kept: the calls of a limit that is far from used up have the same one again and again. */
const mostKept = 1024;

interface KeptField {
  readonly name: string;
  readonly remaining: number;
  readonly seconds: number;
  readonly value: string;
}

const kept = Array.from<KeptField | undefined>({ length: mostKept });

/** The value of the field RateLimit (draft-ietf-httpapi-ratelimit-headers-10); the name in its quotation marks. */
export function rateLimitField(name: string, remaining: number, seconds: number): string {
  const index = (remaining + 31 * seconds + name.length) & (mostKept - 1);
  const found = kept[index];
  if (found?.remaining === remaining && found.seconds === seconds && found.name === name) return found.value;
  const value = `${name};r=${remaining};t=${seconds}`;
  kept[index] = { name, remaining, seconds, value };
  return value;
}
