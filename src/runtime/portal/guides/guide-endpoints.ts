import type { Guide } from '#compiled/settings/guide.ts';
import { html } from '#runtime/pages/html.ts';
import { aboutVersion, type FoundVersion } from '../api-page/find-version.ts';
import { texts } from '../texts/texts.ts';
import { pathOfApi, pathOfGuide } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { showGuide, type GuideShelf } from './show-guide.ts';

const page = { method: 'GET', use: 'page', audience: 'catalogue' } as const;

export const guideEndpoints: readonly PortalEndpoint[] = [
  { ...page, path: '/guides', markdown: 'rendered', answer: listGuides },
  {
    ...page,
    path: '/guides/:guide',
    markdown: 'source',
    answer: (visit) => answerGuide(visit, shelfOfStore(visit)),
  },
  {
    ...page,
    path: '/apis/:context/:version/guides/:guide',
    markdown: 'source',
    answer: aboutVersion((visit, found) => answerGuide(visit, shelfOfApi(visit, found))),
  },
];

/** The guides of the organisation, in their order. */
function listGuides(visit: StoreVisit): StoreAnswer {
  const { portal } = visit;
  const { guides } = shelfOfStore(visit);
  if (guides.length === 0) return showStoreProblem(portal, 'page_unknown');
  const { title, lead } = texts.guides;
  const main = html`<div class="page-head">
      <h1>${title}</h1>
      <p class="lead">${lead(portal.compiled.manifest.organisation)}</p>
    </div>
    <ul class="entries">
      ${guides.map(
        (guide) =>
          html`<li>
            <a href="${pathOfGuide(portal.addresses, guide.name)}"><bdi>${guide.title}</bdi></a>
          </li>`,
      )}
    </ul>`;
  return { status: 200, page: { title, main, section: 'guides' } };
}

/** Shows the guide in the URL; with `.md` after its name, sends its Markdown. */
function answerGuide(visit: StoreVisit, shelf: GuideShelf): StoreAnswer {
  const written = visit.parameters['guide'] ?? '';
  const guide = shelf.guides.find(({ name }) => name === written);
  if (guide) return showGuide(visit, shelf, guide);
  const source = written.endsWith('.md')
    ? shelf.guides.find(({ name }) => `${name}.md` === written)
    : undefined;
  return source ? sendMarkdown(source) : showStoreProblem(visit.portal, 'page_unknown');
}

function sendMarkdown({ text }: Guide): StoreAnswer {
  return { status: 200, type: 'text/markdown; charset=utf-8', body: text };
}

function shelfOfStore({ portal }: StoreVisit): GuideShelf {
  const { addresses, store } = portal;
  return {
    guides: store.guides ?? [],
    pathOf: (name) => pathOfGuide(addresses, name),
    above: { path: `${addresses.path}/guides`, title: texts.guides.title },
    section: 'guides',
  };
}

function shelfOfApi({ portal }: StoreVisit, { entry, api, description }: FoundVersion): GuideShelf {
  const { addresses } = portal;
  return {
    guides: api.guides ?? [],
    pathOf: (name) => pathOfGuide(addresses, name, entry),
    above: { path: pathOfApi(addresses, entry), title: `${description.title} ${entry.version}` },
    section: 'catalogue',
  };
}
