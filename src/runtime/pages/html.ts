import { markHidden } from '#compiled/names/hidden-characters.ts';

/** The values that a template may contain; text is escaped. */
export type HtmlPart = Html | string | undefined | readonly Html[];

/** Markup that only `html` can create, so that a user's text cannot become markup. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  static of(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
    const markup = strings.map((text, index) => text + Html.#render(parts[index]));
    return new Html(markup.join(''));
  }

  static #render(part: HtmlPart): string {
    if (part === undefined) return '';
    if (typeof part === 'string') return escapeHtml(part);
    return part instanceof Html ? part.#markup : part.map((item) => item.#markup).join('');
  }

  toString(): string {
    return this.#markup;
  }
}

/**
 * Creates markup that is valid HTML and XML. A text may be placed between tags, or in an attribute between double
 * quotes. Never place it in the name of a tag or an attribute, at the start of a URL, in a style or in a comment.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return Html.of(strings, ...parts);
}

/**
 * A text that somebody has chosen, such as a name, with an isolated direction and with marks for invisible characters.
 */
export function showName(text: string): Html {
  return html`<bdi>${markHidden(text)}</bdi>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replace(unshowable, '\uFFFD');
}

/** Characters that a document may not contain: controls and others (XML 1.0 section 2.2, HTML section 13.2.3.5). */
// oxlint-disable-next-line no-control-regex -- They are what is looked for.
const unshowable = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\uFFFE\uFFFF]/g;
