import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { statusOfError } from '#compiled/answers/status-of-error.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import { errorExplanations } from '#runtime/rejection/error-explanations.ts';
import { oauthRefusals } from '#runtime/rejection/oauth-refusals.ts';
import { texts } from '../texts/texts.ts';
import { pathOfError, pathOfForm, type PortalAddresses } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';

const { errors } = texts;

/** These pages are public, since every caller of an API receives links to them. */
export const errorEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/errors', use: 'page', audience: 'all', markdown: 'rendered', answer: showErrors },
  {
    method: 'GET',
    path: '/errors/:code',
    use: 'page',
    audience: 'all',
    markdown: 'rendered',
    answer: showError,
  },
];

/** Shows all errors that the gateway can return to callers, by status. */
function showErrors({ portal }: StoreVisit): StoreAnswer {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  const byStatus = Map.groupBy(codes, (code) => statusOfError(code, portal.settings));
  const oauth = [...new Set(Object.values(oauthRefusals).map(({ error }) => error))].toSorted();
  const link = (code: string) =>
    html`<a href="${pathOfError(portal.addresses, code)}"><code>${code}</code></a>`;
  const main = html`<div class="page-head">
      <h1>${errors.title}</h1>
      <p class="lead">${errors.explanation}</p>
    </div>
    ${[...byStatus]
      .toSorted(([one], [other]) => one - other)
      .map(([status, ofStatus]) =>
        renderGroup(
          String(status),
          ofStatus.map((code) => html`<li>${link(code)} ${errorCodes[code].message}</li>`),
        ),
      )}
    ${renderGroup(
      errors.oauth,
      oauth.map((error) => html`<li>${link(error)}</li>`),
    )}`;
  return { status: 200, page: { title: errors.title, main } };
}

function renderGroup(heading: string, items: readonly Html[]): Html {
  return html`<section class="stack tight">
    <h2>${heading}</h2>
    <ul class="entries">
      ${items}
    </ul>
  </section>`;
}

/** Explains one error code of the gateway or one `error` of the OAuth endpoints, and what to do about it. */
function showError({ portal, parameters }: StoreVisit): StoreAnswer {
  const code = parameters['code'] ?? '';
  const content = isErrorCode(code) ? describeError(code, portal) : describeOAuthError(code);
  if (!content) return showStoreProblem(portal, 'page_unknown');
  const main = html`<nav class="trail" aria-label="${texts.apiPage.breadcrumb}">
      <ol>
        <li><a href="${portal.addresses.path}/errors">${errors.title}</a></li>
        <li>${code}</li>
      </ol>
    </nav>
    <h1><code>${code}</code></h1>
    ${content}`;
  return { status: 200, page: { title: `${code} – ${errors.title}`, main } };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

function describeError(code: ErrorCode, { settings, addresses }: Portal): Html {
  const { message, developerMessage } = errorCodes[code];
  const { cause, advice } = errorExplanations[code];
  return html`${renderFacts([
    [errors.status, [String(statusOfError(code, settings))]],
    [errors.meaning, [`${message} ${developerMessage}`]],
    [errors.cause, [cause]],
    [errors.advice, [advice]],
  ])}
  ${renderNext(code, addresses)}`;
}

/** The pages of the store with which a consumer does what the advice says, by code. */
const nextPages: Partial<Record<ErrorCode, keyof typeof errors.next>> = {
  not_subscribed: 'subscribe',
  subscription_blocked: 'applications',
  scope_insufficient: 'applications',
  rate_limited: 'applications',
  token_missing: 'apis',
  token_invalid: 'apis',
  version_missing: 'apis',
  api_unknown: 'apis',
  api_retired: 'apis',
};

function renderNext(code: ErrorCode, addresses: PortalAddresses): Html | undefined {
  const next = nextPages[code];
  if (next === undefined) return undefined;
  const paths = {
    subscribe: pathOfForm(addresses, 'subscribe'),
    applications: `${addresses.path}/applications`,
    apis: addresses.path,
  };
  return html`<p><a href="${paths[next]}">${errors.next[next]}</a></p>`;
}

/**
 * Describes an OAuth `error` (RFC 6749 section 5.2) with all its descriptions, since one `error` has several causes;
 * undefined if it is unknown.
 */
function describeOAuthError(error: string): Html | undefined {
  const refusals = Object.values(oauthRefusals).filter((refusal) => refusal.error === error);
  if (refusals.length === 0) return undefined;
  const statuses = [...new Set(refusals.map(({ status }) => String(status)))];
  return renderFacts([
    [errors.status, [statuses.join(', ')]],
    [errors.meaning, [errors.oauthMeaning]],
    [errors.descriptions, refusals.map(({ description }) => description)],
    [errors.advice, [errors.oauthAdvice]],
  ]);
}

function renderFacts(facts: readonly (readonly [name: string, values: readonly string[]])[]): Html {
  return html`<dl class="card facts">
    ${facts.map(
      ([name, values]) =>
        html`<dt>${name}</dt>
          ${values.map((value) => html`<dd>${renderSentence(value)}</dd>`)}`,
    )}
  </dl>`;
}
