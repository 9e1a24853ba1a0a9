import type { Entry } from 'ldapts';
import { UnavailableError } from '../identity.ts';
import { isSubjectName } from '../is-subject-name.ts';

/** Attributes of bytes. The attribute decides and not its value, since one user's text may be the base64url of another's bytes. */
const binaryAttributes = new Set(['objectguid', 'objectsid', 'guid', 'ms-ds-consistencyguid']);

/**
 * What an entry is named by, undefined unless it has exactly one value of the attribute that can name somebody: text as
 * it stands, and the bytes of an `objectGUID` in base64url. Throws an UnavailableError where the directory spells the
 * attribute otherwise.
 */
export function subjectOfEntry(entry: Entry, attribute: string): string | undefined {
  checkSpelling(entry, attribute);
  const value = entry[attribute];
  const values = Array.isArray(value) ? value : [value];
  const [bytes] = values;
  if (values.length !== 1 || !Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  return binaryAttributes.has(attribute.toLowerCase()) ? bytes.toString('base64url') : textOf(bytes);
}

/** The client gives bytes only under the very name that it was asked for. */
function checkSpelling(entry: Entry, attribute: string): void {
  const spelled = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  if (spelled === undefined || spelled === attribute) return;
  throw new UnavailableError(
    `The directory spells ${attribute} as ${spelled}: write \`subjectAttribute: ${spelled}\`.`,
  );
}

function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) && isSubjectName(text) ? text : undefined;
}
