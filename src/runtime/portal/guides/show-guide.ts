import { splitTitle, type Guide } from '#compiled/settings/guide.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderDescription } from '../api-page/render-markdown.ts';
import { texts } from '../texts/texts.ts';
import type { StoreAnswer, StoreSection, StoreVisit } from '../visit/store-visit.ts';

/** The guides of the organisation or of one API version. */
export interface GuideShelf {
  readonly guides: readonly Guide[];
  readonly pathOf: (name: string) => string;
  /** The page above the guides. */
  readonly above: { readonly path: string; readonly title: string };
  readonly section: StoreSection;
}

/** The maximum length of the markup of a guide; a file of 64 KiB takes more only if most of it is markup. */
const maxMarkup = 400_000;

interface Heading {
  readonly id: string;
  readonly text: string;
}

/** Shows a guide, with links to its headings and to the other guides next to it. */
export function showGuide({ portal }: StoreVisit, shelf: GuideShelf, guide: Guide): StoreAnswer {
  const { above, section } = shelf;
  const headings: Heading[] = [];
  const content = renderDescription(splitTitle(guide.text).rest, {
    topHeading: 1,
    maxLength: maxMarkup,
    longestText: guide.text.length,
    cutText: texts.guides.isCut,
    resolveLink: (address) => resolveLink(shelf, address),
    nameHeading: headingNames(headings),
  });
  const main = html`<nav class="trail" aria-label="${texts.layout.breadcrumb}">
      <ol>
        <li><a href="${portal.addresses.path}">${texts.catalogue.title}</a></li>
        <li>
          <a href="${above.path}"><bdi>${above.title}</bdi></a>
        </li>
        <li><bdi>${guide.title}</bdi></li>
      </ol>
    </nav>
    <div class="page-head">
      <h1><bdi>${guide.title}</bdi></h1>
    </div>
    <div class="with-aside end">
      <div class="stack">${content}</div>
      <div class="stack">
        ${renderContents(headings)} ${renderOthers(shelf, guide)} ${renderSource(shelf, guide)}
      </div>
    </div>`;
  return { status: 200, page: { title: `${guide.title} – ${above.title}`, main, section } };
}

/** Names headings by their texts, as git hosts do, and collects them in `headings`. Equal texts get a number. */
function headingNames(headings: Heading[]): (text: string) => string {
  const next = new Map<string, number>();
  return (text) => {
    const words = text.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '');
    const base = `guide-${words.trim().replaceAll(' ', '-').slice(0, 200)}`;
    let [id, number] = [base, next.get(base) ?? 0];
    for (; next.has(id); number += 1) id = `${base}-${number + 1}`;
    next.set(base, number);
    next.set(id, next.get(id) ?? 0);
    headings.push({ id, text });
    return id;
  };
}

/** Links to other guides of the same list, as they are written in the repository: `paging.md`, `./paging.md#cursors`. */
function resolveLink({ guides, pathOf }: GuideShelf, address: string): string | undefined {
  const [, file, fragment = ''] = /^(?:\.\/)?([^/?#]*)(#.*)?$/s.exec(address) ?? [];
  if (file === undefined) return undefined;
  if (file === '') return fragment === '' ? undefined : toGuideFragment(fragment);
  const name = decodeName(file);
  const guide = guides.find((one) => `${one.name}.md` === name);
  return guide && `${pathOf(guide.name)}${toGuideFragment(fragment)}`;
}

/** The fragment of a heading on a page of the store, for one that git hosts understand: `#cursors`. */
function toGuideFragment(fragment: string): string {
  return fragment === '' ? '' : `#guide-${fragment.slice(1)}`;
}

function decodeName(file: string): string | undefined {
  try {
    return decodeURIComponent(file);
  } catch {
    return undefined;
  }
}

function renderContents(headings: readonly Heading[]): Html | undefined {
  if (headings.length < 2) return undefined;
  return html`<nav class="stack tight" aria-labelledby="contents">
    <h2 id="contents">${texts.guides.contents}</h2>
    <ul class="stack tight plain">
      ${headings.slice(0, 100).map(({ id, text }) => html`<li><a href="#${id}">${text.slice(0, 200)}</a></li>`)}
    </ul>
  </nav>`;
}

function renderOthers({ guides, pathOf }: GuideShelf, shown: Guide): Html | undefined {
  if (guides.length < 2) return undefined;
  return html`<nav class="stack tight" aria-labelledby="guides">
    <h2 id="guides">${texts.guides.title}</h2>
    <ul class="stack tight plain">
      ${guides.map(({ name, title }) =>
        name === shown.name
          ? html`<li>
              <strong aria-current="page"><bdi>${title}</bdi></strong>
            </li>`
          : html`<li>
              <a href="${pathOf(name)}"><bdi>${title}</bdi></a>
            </li>`,
      )}
    </ul>
  </nav>`;
}

function renderSource({ pathOf }: GuideShelf, { name }: Guide): Html {
  return html`<p><a href="${pathOf(`${name}.md`)}">${texts.guides.source}</a></p>`;
}
