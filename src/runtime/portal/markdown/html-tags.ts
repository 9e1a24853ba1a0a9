/** A tag in a text, by the rule of CommonMark for inline HTML. */
export type HtmlTag =
  /** The start of an element that is shown. */
  | { readonly does: 'open'; readonly tag: string; readonly element: string; readonly address?: string }
  /** An element without content that is shown. */
  | { readonly does: 'void'; readonly element: string; readonly address?: string; readonly text?: string }
  | { readonly does: 'close'; readonly tag: string }
  /** A name that HTML does not have, such as the placeholder `<id>`. */
  | { readonly does: 'show'; readonly text: string }
  | { readonly does: 'nothing' };

/** The elements that are shown, by the tags that lead to them; `block` is a block without looks of its own. */
const shownElements: Readonly<Record<string, string>> = {
  ...tagsFor('strong', 'b strong'),
  ...tagsFor('em', 'i em cite dfn var'),
  ...tagsFor('code', 'code kbd samp tt'),
  ...tagsFor('s', 's del strike'),
  ...tagsFor('blockquote', 'blockquote aside'),
  ...tagsFor(
    'block',
    'address article center dd details div dl dt fieldset figcaption figure footer form header',
  ),
  ...tagsFor('block', 'caption legend main nav section summary'),
  ...tagsFor(
    'dropped',
    'audio canvas embed head iframe map math noembed noframes object script select style svg',
  ),
  ...tagsFor('dropped', 'template textarea title video xmp'),
  ...Object.fromEntries(
    'a sub sup p ul ol li table tr td th pre h1 h2 h3 h4 h5 h6'.split(' ').map((tag) => [tag, tag]),
  ),
};

/** Tags whose text stays although they are not shown. */
const ignoredTags = new Set(
  (
    'abbr acronym applet area base basefont bdi bdo big blink body button col colgroup data datalist dialog ' +
    'dir font frame frameset hgroup html input ins label link mark marquee menu meta meter nobr noscript optgroup ' +
    'option output param picture plaintext progress q rp rt ruby search slot small source span tbody tfoot ' +
    'thead time track u wbr'
  ).split(' '),
);

function tagsFor(element: string, tags: string): Readonly<Record<string, string>> {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, element]));
}

/** Reads one tag, which begins with `<` and ends with `>`; comments and instructions do nothing. */
export function readTag(text: string): HtmlTag {
  const [, slash = '', name = '', attributes = ''] = /^<(\/?)([a-z][a-z0-9-]*)([^]*)>$/i.exec(text) ?? [];
  const tag = name.toLowerCase();
  if (tag === '') return { does: 'nothing' };
  if (tag === 'br' || (tag === 'hr' && slash === '')) return { does: 'void', element: tag };
  if (tag === 'img') {
    const address = readAttribute(attributes, 'src') ?? '';
    return { does: 'void', element: 'image', address, text: readAttribute(attributes, 'alt') ?? '' };
  }
  const element = Object.hasOwn(shownElements, tag) ? shownElements[tag] : undefined;
  if (element === undefined) {
    const isPlaceholder = !ignoredTags.has(tag) && tag !== 'hr' && /^\s*\/?$/.test(attributes);
    return isPlaceholder ? { does: 'show', text } : { does: 'nothing' };
  }
  if (slash !== '') return { does: 'close', tag };
  // HTML ignores the slash of `<b/>`; but whoever writes it means an element without content.
  if (attributes.endsWith('/') && element !== 'a') return { does: 'nothing' };
  const address = tag === 'a' ? readAttribute(attributes, 'href') : undefined;
  return { does: 'open', tag, element, ...(address === undefined ? {} : { address }) };
}

/** The value of an attribute as it is written, with its entities. */
function readAttribute(attributes: string, name: string): string | undefined {
  for (const [, key = '', double, single, bare] of attributes.matchAll(attribute))
    if (key.toLowerCase() === name) return double ?? single ?? bare ?? '';
  return undefined;
}

const attribute = /([a-z_:][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gi;
