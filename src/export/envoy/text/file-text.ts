import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf } from '#compiled/digest.ts';

declare const resourceName: unique symbol;

/** The name of a resource that is unique to its content. */
export type ResourceName = string & { readonly [resourceName]: true };

/** The name of a resource by the files of its content: `certificate:/run/secrets/tls.pem:/run/secrets/tls.key`. */
export function nameByFiles(kind: string, ...files: readonly string[]): ResourceName {
  // An unescaped colon would end the path before it.
  const names = files.map((file) => file.replaceAll(/[%:]/g, encodeURIComponent));
  return [kind, ...names].join(':') as ResourceName;
}

/** The longest file name that is used; file systems allow 255 bytes. */
const longestName = 200;

/** A file name for a text. Special characters are escaped, and the end of a long text is replaced by a digest. */
export function fileNameFor(text: string): string {
  const name = encodeURIComponent(text.toWellFormed());
  if (name.length <= longestName) return name;
  const digest = digestOf(canonicalJson(text)).slice('sha256:'.length);
  return `${name.slice(0, longestName - digest.length - 1)}-${digest}`;
}
