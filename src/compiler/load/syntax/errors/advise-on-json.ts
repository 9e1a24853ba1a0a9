/** The advice for text that a JSON parser does not expect at an offset. */
export function adviseOnJson(text: string, offset: number): string | undefined {
  const rest = text.slice(offset, offset + maxRead);
  const before = text.slice(Math.max(0, offset - maxRead), offset).trimEnd();
  if (before === '' && /^(?:---|%YAML|[\w-]+: )/.test(rest)) {
    return 'Write JSON, or give a file with YAML a name that ends in `.yaml`.';
  }
  if (before.endsWith(',') && /^[\]}]/.test(rest)) return 'Remove the comma before it.';
  if (/^\d/.test(rest) && /[\s:,[]-?0$/.test(before)) return 'Remove the zero before it.';
  return advice.find(([pattern]) => pattern.test(rest))?.[1];
}

/** Comments and words are shorter. */
const maxRead = 1000;

/** By the text at the place. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/^(?:\/[/*]|#)/, 'Remove the comment; JSON has none.'],
  [/^'/, 'Write double quotes in place of single ones.'],
  [/^[-+]?(?:NaN|Infinity)\b/i, 'Write a number, or null; JSON has no such value.'],
  [/^(?:undefined|none|nil)\b/i, 'Write null, or remove the member.'],
  [/^(?:true|false|null)\b/i, 'Write it in lower case.'],
  [/^\+\d/, 'Remove the plus sign.'],
  [/^[A-Za-z_$][\w$-]*\s*:/, 'Put the key in double quotes.'],
  [/^[A-Za-z_$]/, 'Put text in double quotes.'],
];
