import { pathOfApi, pathOfTryForm, pathOfError } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { aboutVersion, findVersions, renderBreadcrumb, type FoundVersion } from './find-version.ts';
import { sendDocument } from './send-document.ts';
import { showApi } from './show-api.ts';
import { showChanges } from './show-changes.ts';
import { showGroup } from './show-group.ts';
import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderBadge } from '../pages/badge.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { readOperations, type ApiOperation } from './api-operations.ts';
import { callAddress, pathOfGroup } from './api-paths.ts';
import { explainToken } from './render-how-to-call.ts';
import { renderDescription } from './render-markdown.ts';
import { renderAnswers, renderBody, renderParameters } from './render-operation.ts';
import { renderLanguages, renderSample } from './samples/render-samples.ts';
import { sampleCall } from './samples/sample-call.ts';
import { rememberLanguage } from './samples/sample-languages.ts';
import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { statusOfError } from '#compiled/answers/status-of-error.ts';
import type { LifecycleState } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { renderDataTable, type Column } from '../pages/render-data-table.ts';

const { operations: operationTexts } = texts.apiPage;

const columns: readonly Column[] = [
  { title: operationTexts.status, namesRow: false },
  { title: operationTexts.error },
  { title: operationTexts.meaning },
];

/** What determines the errors that a call of an operation may return. */
interface ErrorCircumstances {
  readonly api: CompiledApi;
  readonly state: LifecycleState;
  readonly settings: GatewaySettings;
  readonly operation: ApiOperation;
}

type Condition = readonly [codes: readonly ErrorCode[], applies: (given: ErrorCircumstances) => boolean];

/**
 * When each error may occur. Errors of malformed HTTP and internal errors are omitted, since they do not depend on the
 * operation.
 */
const conditions: readonly Condition[] = [
  [['rate_limited'], () => true],
  [['concurrency_limited'], needsToken],
  [['token_missing', 'token_invalid', 'not_subscribed', 'subscription_blocked'], needsToken],
  [['upstream_unreachable', 'upstream_unavailable', 'upstream_timeout'], forwards],
  [['api_blocked'], ({ state }) => state === 'blocked'],
  [['api_retired'], ({ state }) => state === 'retired'],
  [['version_missing'], ({ settings }) => settings.versioning === 'header'],
  [['version_conflict'], ({ settings }) => settings.versioning === 'hybrid'],
  [['production_unavailable'], ({ api }) => !api.endpoints.production],
  [['sandbox_unavailable'], (given) => needsToken(given) && !given.api.endpoints.sandbox],
  [['scope_insufficient'], ({ operation }) => operation.compiled.scopes !== undefined],
  [
    ['parameters_insufficient'],
    (given) => validates(given) && given.operation.node.parameters.some(({ isRequired }) => isRequired),
  ],
  [['parameters_malformed'], (given) => validates(given) && given.operation.node.parameters.length > 0],
  [['body_too_large'], hasBody],
  [
    ['body_malformed', 'media_type_unsupported', 'content_encoding_unsupported', 'validation_failed'],
    (given) => validates(given) && hasBody(given),
  ],
];

const { apiPage } = texts;

const version = '/apis/:context/:version';

const page = { method: 'GET', use: 'page', audience: 'catalogue' } as const;

export const apiPageEndpoints: readonly PortalEndpoint[] = [
  { ...page, path: '/apis/:context', answer: redirectToNewest },
  { ...page, path: version, answer: aboutVersion(showApi) },
  { ...page, path: `${version}/operations`, answer: aboutVersion(showGroup) },
  { ...page, path: `${version}/operation`, answer: aboutVersion(showOperation) },
  { ...page, path: `${version}/changes`, answer: aboutVersion(showChanges) },
  { ...page, path: `${version}/reference`, answer: aboutVersion(redirectToOperations) },
  // An asset, since client generators load it too.
  { ...page, path: `${version}/openapi.json`, use: 'asset', answer: aboutVersion(sendDocument) },
];

/** Redirects bookmarks of the former reference viewer: those of one tag to its operations. */
function redirectToOperations({ portal, query }: StoreVisit, { entry }: FoundVersion): StoreAnswer {
  const tag = query.get('tag');
  const location =
    tag === null
      ? `${pathOfApi(portal.addresses, entry)}#operations`
      : pathOfGroup(portal.addresses, entry, tag === '' ? undefined : tag);
  return { location, isPermanent: true };
}

/** Redirects to the newest published version, or to the newest version if none is published. */
function redirectToNewest(visit: StoreVisit): StoreAnswer {
  const { portal } = visit;
  const versions = findVersions(visit);
  const newest = versions.find(({ entry }) => entry.state === 'published') ?? versions[0];
  if (!newest) return showStoreProblem(portal, 'page_unknown');
  return { location: pathOfApi(portal.addresses, newest.entry) };
}

/** Shows everything needed to call one operation, which `method` and `path` in the URL identify. */
function showOperation(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const { portal, query } = visit;
  const [method, path] = [query.get('method') ?? '', query.get('path') ?? ''];
  const operation = readOperations(found.api)
    .groups.flatMap(({ operations }) => operations)
    .find(({ compiled }) => compiled.method === method && compiled.path === path);
  if (!operation) return showStoreProblem(portal, 'page_unknown');
  const { node } = operation;
  const name = cutText(node.name, 200);
  const main = html`${renderBreadcrumb(visit, found, name)}
    <div class="page-head">
      <h1><span class="method">${node.method}</span> <code>${cutText(node.path.template, 200)}</code></h1>
      ${renderSummary(operation)}
    </div>
    <p>
      <a class="button" href="${pathOfTryForm(portal.addresses, found.entry, operation.compiled)}"
        >${operationTexts.tryIt}</a
      >
    </p>
    ${renderDescription(node.text('description'), { topHeading: 2, maxLength: 12_000 })}
    ${renderNeeds(operation, found)}
    <section class="stack tight" aria-labelledby="sample">
      <h2 id="sample">${operationTexts.sample}</h2>
      <p>${explainToken(operation)}</p>
      ${renderLanguages(visit, { section: 'sample', query: { method, path } })}
      ${renderSample(visit, sampleCall(operation, callAddress(portal.settings, found.entry)))}
    </section>
    ${renderParameters(node)} ${renderBody(node)} ${renderAnswers(node)}
    ${renderErrors(visit, found, operation)}`;
  const title = `${name} – ${found.description.title} ${found.entry.version}`;
  const scripts = ['copy-code.js'];
  return { status: 200, page: { title, main, section: 'catalogue', scripts }, ...rememberLanguage(visit) };
}

function renderSummary({ node }: ApiOperation): Html | undefined {
  const summary = node.text('summary');
  const badge = node.isDeprecated ? renderBadge(operationTexts.isDeprecated, 'warning') : undefined;
  return html`${summary === undefined ? undefined : html`<p class="lead">${cutText(summary, 300)}</p>`}
  ${badge && html`<p>${badge}</p>`}`;
}

/** The access that a call requires, and its rate limits. */
function renderNeeds({ compiled: { access, scopes, limit } }: ApiOperation, { api }: FoundVersion): Html {
  return html`<dl class="facts">
    ${access === 'public' ? renderPublicAccess(api) : renderScopes(scopes)}
    ${
      limit &&
      html`<dt>${apiPage.operationLimit}</dt>
        <dd>${apiPage.limitOf(limit.requests, limit.unit)}</dd>`
    }
  </dl>`;
}

function renderPublicAccess({ addressLimit }: CompiledApi): Html {
  return html`<dt>${operationTexts.access}</dt>
    <dd>${operationTexts.isPublic}</dd>
    ${
      addressLimit &&
      html`<dt>${apiPage.addressLimit}</dt>
        <dd>${apiPage.limitOf(addressLimit.requests, addressLimit.unit)}</dd>`
    }`;
}

function renderScopes(sets: CompiledOperation['scopes']): Html {
  const listed = sets
    ?.slice(0, 20)
    .map(
      (set, index) =>
        html`${index > 0 ? ` ${operationTexts.or} ` : undefined}<code>${cutText(set.join(' '), 300)}</code>`,
    );
  return html`<dt>${operationTexts.scopes}</dt>
    <dd>${listed ?? operationTexts.noScopes}</dd>`;
}

/** The table of errors that the gateway itself may return for an operation, each with a link to its page. */
function renderErrors({ portal }: StoreVisit, { api, entry }: FoundVersion, operation: ApiOperation): Html {
  const { addresses, settings } = portal;
  const codes = possibleErrors({ api, state: entry.state, settings, operation });
  return html`<section class="stack tight" aria-labelledby="errors">
    <h2 id="errors">${operationTexts.errors}</h2>
    <p>${operationTexts.errorsExplanation}</p>
    ${renderDataTable(
      operationTexts.errorsRegion,
      columns,
      codes.map((code) => [
        String(statusOfError(code, settings)),
        html`<a href="${pathOfError(addresses, code)}"><code>${code}</code></a>`,
        errorCodes[code].message,
      ]),
    )}
  </section>`;
}

/** The errors that the gateway itself may return for a call of an operation, sorted by status. */
function possibleErrors(circumstances: ErrorCircumstances): readonly ErrorCode[] {
  const { settings } = circumstances;
  return conditions
    .filter(([, applies]) => applies(circumstances))
    .flatMap(([codes]) => codes)
    .toSorted((a, b) => statusOfError(a, settings) - statusOfError(b, settings));
}

function needsToken({ operation }: ErrorCircumstances): boolean {
  return operation.compiled.access !== 'public';
}

function forwards({ state }: ErrorCircumstances): boolean {
  return state !== 'blocked' && state !== 'retired';
}

function validates({ api }: ErrorCircumstances): boolean {
  return api.validation.requests === 'enforce';
}

function hasBody({ operation }: ErrorCircumstances): boolean {
  return operation.node.requestBodies.length > 0;
}
