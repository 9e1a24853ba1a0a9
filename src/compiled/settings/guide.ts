/** A page of Markdown about an API or about the organisation, which the store shows. */
export interface Guide {
  /** Identifies it among the guides of its owner, and in URLs: `getting-started`. */
  readonly name: string;
  /** Its heading of the first level if it begins with one, or else its name. */
  readonly title: string;
  /** Markdown, at most 64 KiB in UTF-8. It is not trusted. */
  readonly text: string;
}

/** A Markdown text, apart from the title that it begins with. */
export interface TitledText {
  /** Undefined if the text does not begin with a heading of the first level. */
  readonly title: string | undefined;
  readonly rest: string;
}

/** In UTF-16 code units; a longer heading is not read as a title. */
const longestTitle = 200;

/** Splits off the heading that a Markdown text begins with: `# Getting started`. */
export function splitTitle(text: string): TitledText {
  const start = text.search(/\S/);
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end === -1 ? undefined : end).trim();
  const heading = line.length <= longestTitle ? /^#[ \t]+(.*?)(?:[ \t]+#+)?$/.exec(line)?.[1] : undefined;
  const title = heading?.replaceAll(/[*_`]/g, '').trim();
  if (title === undefined || title === '') return { title: undefined, rest: text };
  return { title, rest: end === -1 ? '' : text.slice(end + 1) };
}
