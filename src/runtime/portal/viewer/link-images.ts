import MarkdownIt from 'markdown-it';
import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';

/** Parses only the block structure of Markdown, to find code blocks, which are not changed. */
const blocks = new MarkdownIt({ html: false });
blocks.core.ruler.enableOnly(['normalize', 'block']);

/** In UTF-16 code units. Longer texts are not parsed, which would take long; images in their code are changed too. */
const longestRead = 20_000;

/** The beginning of an HTML element that loads something. */
const loading = /<(?=(?:img|picture|source|svg|video|audio)\b)/gi;

/** JSON members whose values are data, not descriptions. */
const data: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'value']);

/** JSON members whose own members have names chosen by the author, such as a property named `description`. */
const named: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

/**
 * The document with links in place of images in its descriptions, since the viewer would load images from other sites.
 */
export function linkImages(document: JsonObject): JsonObject {
  return linkMembers(document, false);
}

function linkMembers(object: JsonObject, hasNames: boolean): JsonObject {
  const members = Object.entries(object).map(([name, member]): [string, Json] => {
    if (!hasNames && data.has(name)) return [name, member];
    if (!hasNames && name === 'description' && typeof member === 'string')
      return [name, linkImagesOf(member)];
    return [name, linkValue(member, !hasNames && named.has(name))];
  });
  return Object.fromEntries(members);
}

function linkValue(value: Json, hasNames: boolean): Json {
  if (Array.isArray(value)) return value.map((item: Json) => linkValue(item, false));
  return isJsonObject(value) ? linkMembers(value, hasNames) : value;
}

/**
 * Turns images into links by removing their exclamation marks (CommonMark section 6.4), and escapes HTML that loads
 * something.
 */
function linkImagesOf(markdown: string): string {
  if (!/!\[|<(?:img|picture|source|svg|video|audio)/i.test(markdown)) return markdown;
  if (markdown.length > longestRead) return markdown.replaceAll('![', '[').replaceAll(loading, '&lt;');
  const code = linesOfCode(markdown);
  return markdown
    .split('\n')
    .map((line, index) => (code.has(index) ? line : linkImagesOfLine(line)))
    .join('\n');
}

function linesOfCode(markdown: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { type, map } of blocks.parse(markdown, {})) {
    if (!map || (type !== 'fence' && type !== 'code_block')) continue;
    for (let line = map[0]; line < map[1]; line += 1) lines.add(line);
  }
  return lines;
}

/** Code spans, images within links, images without text, other images, and HTML that loads something. */
const parts =
  /(?<code>(?<!`)(?<ticks>`+)(?!`)[^`]*\k<ticks>(?!`))|\[!\[(?<text>[^\]]{1,200})\]\([^()]{0,1000}\)\](?=\()|!\[\]\(\s*<?(?<address>[^\s<>()]+)|!(?=\[)|<(?=(?:img|picture|source|svg|video|audio)\b)/gi;

function linkImagesOfLine(line: string): string {
  return line.replaceAll(parts, (found: string, ...rest: readonly unknown[]) => {
    const { code, text, address } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (code !== undefined) return code;
    if (text !== undefined) return `[${text}]`;
    if (address !== undefined) return `[${address}](${address}`;
    return found === '<' ? '&lt;' : '';
  });
}
