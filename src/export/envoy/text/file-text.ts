import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf } from '#compiled/digest.ts';

declare const resourceName: unique symbol;

/** The name of a resource, which no other content has. */
export type ResourceName = string & { readonly [resourceName]: true };

/** The name of what files hold: `certificate:/run/secrets/tls.pem:/run/secrets/tls.key`. */
export function nameByFiles(kind: string, ...files: readonly string[]): ResourceName {
  // A colon in a path would move the end of the path before it.
  const names = files.map((file) => file.replaceAll(/[%:]/g, encodeURIComponent));
  return [kind, ...names].join(':') as ResourceName;
}

/** File systems take 255 bytes. */
const longestName = 200;

/** The name of a file for a text: its characters escaped, and its end by a digest if it is long. */
export function fileNameFor(text: string): string {
  const name = encodeURIComponent(text.toWellFormed());
  if (name.length <= longestName) return name;
  const digest = digestOf(canonicalJson(text)).slice('sha256:'.length);
  return `${name.slice(0, longestName - digest.length - 1)}-${digest}`;
}
