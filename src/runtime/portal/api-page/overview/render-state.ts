import { html, type Html } from '#runtime/pages/html.ts';
import { renderDay, showMinute } from '#runtime/pages/show-day.ts';
import { catalogueOf } from '../../catalogue/catalogue.ts';
import { isVisible } from '../../catalogue/is-visible.ts';
import { pathOfApi } from '../../visit/paths.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { texts } from '../../texts/texts.ts';
import type { FoundVersion } from '../find-version.ts';
import { cutText } from '../../pages/render-within.ts';

const { apiPage } = texts;

/** What the state of an API version means for its callers; nothing while it is simply published. */
export function renderState(visit: StoreVisit, found: FoundVersion): Html | undefined {
  const { state, blockedUntil } = found.entry;
  if (state === 'created') return html`<p class="notice">${apiPage.notPublished}</p>`;
  if (state === 'blocked')
    return html`<p class="problem">
      ${blockedUntil === undefined ? apiPage.blocked : apiPage.blockedUntil(showMinute(blockedUntil))}
    </p>`;
  const notice = [...describeDeprecation(visit, found)];
  if (state === 'retired')
    return html`<div class="problem">
      <p>${apiPage.wasRetired}</p>
      ${notice}
    </div>`;
  return notice.length > 0 ? html`<div class="warning">${notice}</div>` : undefined;
}

function* describeDeprecation(visit: StoreVisit, { entry }: FoundVersion): Generator<Html> {
  const { deprecation, state } = entry;
  if (!deprecation) return;
  const { since, sunset, link, successor } = deprecation;
  yield html`<p>
    ${apiPage.since} ${renderDay(since)}.
    ${sunset === undefined || state === 'retired' ? undefined : html`${apiPage.mayBeRetired} ${renderDay(sunset)}.`}
  </p>`;
  if (successor !== undefined) yield renderSuccessor(visit, successor);
  if (link !== undefined) yield html`<p>${renderLink(link)}</p>`;
}

/** Only `https` and `http` become links. */
function renderLink(link: string): Html {
  const protocol = URL.parse(link)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') return html`<code>${link}</code>`;
  return html`<a href="${new URL(link).href}" rel="nofollow noopener">${apiPage.deprecationPage}</a>`;
}

/** The successor by its title, if the reader sees it. */
function renderSuccessor({ portal, user }: StoreVisit, successor: string): Html {
  const [context = '', version = ''] = successor.split('/');
  const found = catalogueOf(portal)
    .find(context)
    ?.versions.find(({ entry }) => entry.version === version);
  if (!found || !isVisible(found, user)) return html`<p>${apiPage.moveTo} <code>${successor}</code>.</p>`;
  return html`<p>
    ${apiPage.moveTo}
    <a href="${pathOfApi(portal.addresses, found.entry)}"
      ><bdi>${cutText(found.description.title, 150)}</bdi> ${version}</a
    >.
  </p>`;
}
