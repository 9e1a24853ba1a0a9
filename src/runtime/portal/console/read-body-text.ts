import { isJson } from '#openapi/serialisation.ts';
import { decodeUtf8 } from '#runtime/requests/forms.ts';

/** A zero byte among so many first bytes shows that a body is not a text. */
const sniffedBytes = 4096;

/** The text of a body, JSON with line breaks; undefined if it is not a text. */
export function readBodyText(body: Buffer, contentType = ''): string | undefined {
  const text = body.subarray(0, sniffedBytes).includes(0) ? undefined : decodeUtf8(body);
  return text !== undefined && isJson(contentType) ? indentJson(text) : text;
}

/** A text that is not JSON stays as it is, and so does one with numbers that JavaScript would change. */
function indentJson(text: string): string {
  if (/\d{16}/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
