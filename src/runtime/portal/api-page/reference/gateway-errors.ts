import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { statusOfError } from '#compiled/answers/status-of-error.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { LifecycleState } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import { errorExplanations } from '#runtime/rejection/error-explanations.ts';
import { renderDataTable, type Column } from '../../pages/render-data-table.ts';
import { texts } from '../../texts/texts.ts';
import { pathOfError, type PortalAddresses } from '../../visit/paths.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import type { ApiOperation } from '../api-operations.ts';
import type { FoundVersion } from '../find-version.ts';

const { operations: operationTexts } = texts.apiPage;

const columns: readonly Column[] = [
  { title: operationTexts.status, namesRow: false },
  { title: operationTexts.error },
  { title: operationTexts.meaning },
  { title: operationTexts.advice },
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

/** The errors that the gateway itself may return for an operation, with their statuses, sorted by status. */
export function listGatewayErrors(
  { portal }: StoreVisit,
  { api, entry }: FoundVersion,
  operation: ApiOperation,
): readonly (readonly [status: number, code: ErrorCode])[] {
  const { settings } = portal;
  const circumstances = { api, state: entry.state, settings, operation };
  return conditions
    .filter(([, applies]) => applies(circumstances))
    .flatMap(([codes]) => codes)
    .map((code) => [statusOfError(code, settings), code] as const)
    .toSorted(([one], [other]) => one - other);
}

/** The table of errors that the gateway itself may return for an operation: what each means, and what to do. */
export function renderGatewayErrors(
  errors: ReturnType<typeof listGatewayErrors>,
  addresses: PortalAddresses,
): Html {
  return html`<section class="stack tight" aria-labelledby="errors">
    <h2 id="errors">${operationTexts.errors}</h2>
    <p>${operationTexts.errorsExplanation}</p>
    ${renderDataTable(
      operationTexts.errorsRegion,
      columns,
      errors.map(([status, code]) => [
        String(status),
        renderErrorLink(code, addresses),
        renderSentence(errorCodes[code].message),
        renderSentence(errorExplanations[code].advice),
      ]),
    )}
  </section>`;
}

/** A link to the page of an error. */
export function renderErrorLink(code: ErrorCode, addresses: PortalAddresses): Html {
  return html`<a href="${pathOfError(addresses, code)}"><code>${code}</code></a>`;
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
