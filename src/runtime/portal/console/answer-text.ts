import { decodeUtf8 } from '#runtime/requests/forms.ts';
import { isJson } from '#openapi/serialisation.ts';
import { indentJson } from './indent-json.ts';

/** The number of bytes to search for a zero byte, which shows that a body is not text. */
const sniffedBytes = 4096;

/**
 * The text of a body, with JSON indented; undefined if the body is not text. JSON is cut soon after `maxLength`
 * characters.
 */
export function readBodyText(body: Buffer, contentType: string, maxLength: number): string | undefined {
  const text = decodeBody(body, contentType);
  return text !== undefined && isJson(contentType) ? indentJson(text, maxLength) : text;
}

/** In the charset of its type (RFC 9110 section 8.3.2), or else in UTF-8. */
function decodeBody(body: Buffer, contentType: string): string | undefined {
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(contentType) ?? [];
  if (!/^utf-16/i.test(charset) && body.subarray(0, sniffedBytes).includes(0)) return undefined;
  return decodeCharset(body, charset) ?? decodeUtf8(body);
}

function decodeCharset(body: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    // The charset is unknown, or the bytes are not in it.
    return undefined;
  }
}

/**
 * The value of a header, which Node reads as ISO-8859-1, as its sender most likely meant it: in UTF-8 if its bytes are
 * (RFC 9110 section 5.5 leaves them open).
 */
export function readHeaderText(value: string): string {
  if (!/[\x80-\xFF]/.test(value) || /[^\0-\xFF]/.test(value)) return value;
  return decodeUtf8(Buffer.from(value, 'latin1')) ?? value;
}
