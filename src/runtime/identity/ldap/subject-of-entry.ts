import type { Entry } from 'ldapts';
import { UnavailableError } from '../identity.ts';

/** Attributes of bytes, whose values may look like text by chance. */
const binaryAttributes = new Set(['objectguid', 'objectsid', 'guid']);

/**
 * What an entry is named by, undefined unless it has exactly one value of the attribute: text as it stands, and what is
 * no text (an `objectGUID`) in base64url. Throws an UnavailableError where the directory spells the attribute otherwise.
 */
export function subjectOfEntry(entry: Entry, attribute: string): string | undefined {
  checkSpelling(entry, attribute);
  const value = entry[attribute];
  const values = Array.isArray(value) ? value : [value];
  const [bytes] = values;
  if (values.length !== 1 || !Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  return textOf(bytes, attribute) ?? bytes.toString('base64url');
}

/** The client gives bytes only under the very name that it was asked for. */
function checkSpelling(entry: Entry, attribute: string): void {
  const spelled = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  if (spelled === undefined || spelled === attribute) return;
  throw new UnavailableError(
    `The directory spells ${attribute} as ${spelled}: write \`subjectAttribute: ${spelled}\`.`,
  );
}

function textOf(bytes: Buffer, attribute: string): string | undefined {
  if (/;binary$/i.test(attribute) || binaryAttributes.has(attribute.toLowerCase())) return undefined;
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) && !/\p{Cc}/u.test(text) ? text : undefined;
}
