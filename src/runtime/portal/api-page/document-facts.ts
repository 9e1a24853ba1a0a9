import type { CompiledApi } from '#compiled/compiled-api.ts';
import { memberOfContract } from '#compiled/deferred-contract.ts';
import { memberOf } from '#compiled/json.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { cutText, renderWithin } from '../pages/render-within.ts';
import { nameTier } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import type { Portal } from '../visit/portal.ts';

const { documentFacts: labels, tiers: tiersLabel, moreTiers } = texts.apiPage;

/** The maximum length of a text of the document, and of a URL that a link leads to, in UTF-16 code units. */
const maxLength = 300;
const maxUrlLength = 2000;

/** The maximum length of the markup of all tiers. */
const maxTierMarkup = 4000;

/**
 * The names and values of what an OpenAPI document says about itself: contact, terms of service, licence, external
 * documentation and version; what it leaves out is not shown.
 */
export function renderDocumentFacts(api: CompiledApi): readonly Html[] {
  const info = memberOfContract(api, 'info');
  const documentation = memberOfContract(api, 'externalDocs');
  return [
    ...renderFact(labels.contact, renderContact(memberOf(info, 'contact'))),
    ...renderFact(labels.terms, [renderUrl(memberOf(info, 'termsOfService'), undefined)]),
    ...renderFact(labels.licence, [renderLicence(memberOf(info, 'license'))]),
    ...renderFact(labels.documentation, [
      renderUrl(memberOf(documentation, 'url'), readText(documentation, 'description')),
    ]),
    ...renderFact(labels.version, [renderText(readText(info, 'version'))]),
  ];
}

function renderText(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<bdi>${text}</bdi>`;
}

function renderFact(name: string, values: readonly (Html | undefined)[]): readonly Html[] {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return [];
  return [html`<dt>${name}</dt>`, ...known.map((value) => html`<dd>${value}</dd>`)];
}

function renderContact(contact: unknown): readonly (Html | undefined)[] {
  const [name, email] = [readText(contact, 'name'), readText(contact, 'email')];
  const url = renderUrl(memberOf(contact, 'url'), name);
  return [
    url ?? (name === undefined ? undefined : html`<bdi>${name}</bdi>`),
    email === undefined ? undefined : renderEmail(email),
  ];
}

function renderEmail(email: string): Html {
  if (!/^[^\s@?&#%]+@[^\s@?&#%]+$/.test(email)) return html`<bdi>${email}</bdi>`;
  return html`<a href="mailto:${email}"><bdi>${email}</bdi></a>`;
}

function renderLicence(licence: unknown): Html | undefined {
  const name = readText(licence, 'name');
  const identifier = readText(licence, 'identifier');
  const url = renderUrl(memberOf(licence, 'url'), name);
  if (url || name === undefined) return url;
  return html`<bdi>${name}</bdi>${identifier === undefined ? undefined : html` <code>${identifier}</code>`}`;
}

/** A link for `https` and `http`, and text for any other value that is a text. */
function renderUrl(url: unknown, text: string | undefined): Html | undefined {
  if (typeof url !== 'string' || url.trim() === '') return undefined;
  const { protocol = '', href = '' } = URL.parse(url.trim()) ?? {};
  const shown = cutText(text ?? url.trim(), maxLength);
  if (!['https:', 'http:'].includes(protocol) || href.length > maxUrlLength)
    return html`<bdi>${shown}</bdi
      >${text === undefined ? undefined : html` <code>${cutText(url, maxLength)}</code>`}`;
  return html`<a href="${href}" rel="nofollow noopener noreferrer"><bdi>${shown}</bdi></a>`;
}

function readText(value: unknown, member: string): string | undefined {
  const text = memberOf(value, member);
  return typeof text === 'string' && text.trim() !== '' ? cutText(text.trim(), maxLength) : undefined;
}

/** The tiers that a subscription can have, with their numbers; nothing if none is declared. */
export function renderTiers({ tiers }: Portal): readonly Html[] {
  const all = [...tiers.values()];
  if (all.length === 0) return [];
  const { shown, left } = renderWithin(all, maxTierMarkup, (tier) => html`<dd>${nameTier(tier)}</dd>`);
  return [
    html`<dt>${tiersLabel}</dt>`,
    ...shown,
    ...(left === 0 ? [] : [html`<dd class="quiet">${moreTiers(left)}</dd>`]),
  ];
}
