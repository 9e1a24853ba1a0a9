import { textOfNumber } from '#compiled/contract/number-texts.ts';
import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { ParameterNode } from '#openapi/model.ts';
import type { Serialisation } from '#openapi/serialisation.ts';

/** Percent-encodes a text. JSON may contain half a surrogate pair, which UTF-8 cannot: it becomes U+FFFD. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The value of a parameter in the path (OpenAPI 3.1, section 4.8.12.6), percent-encoded. */
export function writePathValue({ name, serialisation }: ParameterNode, value: Json): string {
  const { style, explode } = serialisation;
  if (style === 'json') return encodeText(JSON.stringify(value));
  const [prefix, separator] = style === 'label' ? ['.', '.'] : style === 'matrix' ? [';', ';'] : ['', ','];
  const items = listItems(value, explode, encodeText);
  if (style !== 'matrix') return prefix + items.join(explode ? separator : ',');
  const own = `;${encodeText(name)}=`;
  if (hasMembers(value) && explode) return items.map((item) => `;${item}`).join('');
  return explode ? items.map((item) => own + item).join('') : own + items.join(',');
}

const separators: Readonly<Partial<Record<Serialisation['style'], string>>> = {
  spaceDelimited: '%20',
  tabDelimited: '%09',
  pipeDelimited: '%7C',
};

/** The fields of a parameter in the query, percent-encoded: `tag=a&tag=b`. */
export function writeQueryValue(
  { name, serialisation }: Pick<ParameterNode, 'name' | 'serialisation'>,
  value: Json,
): string {
  const { style, explode } = serialisation;
  const key = encodeText(name);
  if (style === 'json') return `${key}=${encodeText(JSON.stringify(value))}`;
  if (hasMembers(value) && style === 'deepObject')
    return Object.entries(value)
      .map(([member, item]) => `${key}%5B${encodeText(member)}%5D=${encodeText(asText(item))}`)
      .join('&');
  const items = listItems(value, explode, encodeText);
  if (hasMembers(value) && explode) return items.join('&');
  if (Array.isArray(value) && explode) return items.map((item) => `${key}=${item}`).join('&');
  return `${key}=${items.join(separators[style] ?? ',')}`;
}

/** The value of a header parameter. Characters that a header must not contain become spaces. */
export function writeHeaderValue({ serialisation }: ParameterNode, value: Json): string {
  const text =
    serialisation.style === 'json'
      ? JSON.stringify(value)
      : listItems(value, serialisation.explode, (item) => item).join(',');
  return text.replace(/[^\t\x20-\x7E]+/g, ' ');
}

function listItems(value: Json, explode: boolean, encode: (text: string) => string): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => encode(asText(item)));
  if (!hasMembers(value)) return [encode(asText(value))];
  return Object.entries(value).flatMap(([name, item]) => {
    const [key, text] = [encode(name), encode(asText(item))];
    return explode ? [`${key}=${text}`] : [key, text];
  });
}

/** Whether a value is an object of JSON; a number in the text of its document is an object of the language only. */
function hasMembers(value: Json): value is JsonObject {
  return isJsonObject(value) && textOfNumber(value) === undefined;
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
