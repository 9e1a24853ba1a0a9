import type { Html } from '#runtime/pages/html.ts';

/** An element of a page, or a text with its characters decoded. */
export type MarkupNode = MarkupElement | string;

export interface MarkupElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkupNode[];
}

/** The tags that `html` writes: all of them are closed, and all values of attributes are in double quotes. */
const tag = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
const attribute = /([\w:-]+)="([^"]*)"/g;

/** The nodes of markup that `html` created. Throws if a tag is not closed, which is a bug of a page. */
export function readMarkup(markup: Html): readonly MarkupNode[] {
  const text = String(markup);
  const root: MarkupNode[] = [];
  const open = [{ name: '', children: root }];
  let end = 0;
  const addText = (to: number) => {
    if (to > end) open.at(-1)?.children.push(decode(text.slice(end, to)));
  };
  for (const match of text.matchAll(tag)) {
    const [whole, closing, name = '', attributes = '', isEmpty] = match;
    addText(match.index);
    end = match.index + whole.length;
    if (closing !== '') {
      if (open.pop()?.name !== name) throw new Error(`a page closes ${name}, which is not open`);
      continue;
    }
    const children: MarkupNode[] = [];
    open.at(-1)?.children.push({ name, attributes: readAttributes(attributes), children });
    if (isEmpty === '') open.push({ name, children });
  }
  addText(text.length);
  if (open.length > 1) throw new Error(`a page does not close ${open.at(-1)?.name}`);
  return root;
}

function readAttributes(written: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...written.matchAll(attribute)].map(([, name = '', value = '']) => [name, decode(value)]),
  );
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function decode(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}
