/** A declaration for a media type. */
interface Typed {
  readonly mediaType: string;
}

/** How bodies of a media type are parsed; `other` bodies are not checked. */
export type BodyKind = 'json' | 'form' | 'other';

const formType = 'application/x-www-form-urlencoded';

export function kindOf(mediaType: string): BodyKind {
  if (mediaType === formType) return 'form';
  return mediaType === 'application/json' || mediaType.endsWith('+json') ? 'json' : 'other';
}

/** A media type in lower case without its parameters; empty if there is none. */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined) return '';
  const semicolon = contentType.indexOf(';');
  return (semicolon === -1 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase();
}

/**
 * The most specific declaration for a media type: its own, that of its range, or that of all types (RFC 9110 section
 * 12.5.1).
 */
export function findContent<T extends Typed>(contents: readonly T[], mediaType: string): T | undefined {
  if (mediaType === '') return findExactly(contents, '*/*');
  const range = `${mediaType.slice(0, mediaType.indexOf('/'))}/*`;
  return findExactly(contents, mediaType) ?? findExactly(contents, range) ?? findExactly(contents, '*/*');
}

function findExactly<T extends Typed>(contents: readonly T[], mediaType: string): T | undefined {
  for (const content of contents) if (content.mediaType === mediaType) return content;
  return undefined;
}

/** Whether servers read a body with this Content-Type as UTF-8, the only encoding of JSON and forms. */
export function isUtf8Charset(contentType: string): boolean {
  // Checks every charset: if there are several, it depends on the server which one counts.
  for (const [, charset = ''] of contentType.matchAll(/charset([^;,]*)/gi)) {
    if (!/^\s*=\s*(?:utf-?8|us-ascii|"utf-?8"|"us-ascii")\s*$/i.test(charset)) return false;
  }
  return true;
}
