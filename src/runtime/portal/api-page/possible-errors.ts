import { errorCodes, type ErrorCode } from '#compiled/answers/error-codes.ts';
import { statusOfError } from '#compiled/answers/status-of-error.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { LifecycleState } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderDataTable, type Column } from '../pages/render-data-table.ts';
import { texts } from '../texts/texts.ts';
import { pathOfError } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { ApiOperation } from './api-operations.ts';
import type { FoundVersion } from './find-version.ts';

const { operations } = texts.apiPage;

const columns: readonly Column[] = [
  { title: operations.status, namesRow: false },
  { title: operations.error },
  { title: operations.meaning },
];

/** The errors that the gateway itself may return for an operation, each with a link to its page. */
export function renderErrors(
  { portal }: StoreVisit,
  { api, entry }: FoundVersion,
  operation: ApiOperation,
): Html {
  const { addresses, settings } = portal;
  const codes = possibleErrors({ api, state: entry.state, settings, operation });
  return html`<section class="stack tight" aria-labelledby="errors">
    <h2 id="errors">${operations.errors}</h2>
    <p>${operations.errorsExplanation}</p>
    ${renderDataTable(
      operations.errorsRegion,
      columns,
      codes.map((code) => [
        String(statusOfError(code, settings)),
        html`<a href="${pathOfError(addresses, code)}"><code>${code}</code></a>`,
        errorCodes[code].message,
      ]),
    )}
  </section>`;
}

/** What decides which errors a call of an operation may get. */
interface ErrorCircumstances {
  readonly api: CompiledApi;
  readonly state: LifecycleState;
  readonly settings: GatewaySettings;
  readonly operation: ApiOperation;
}

/** The errors that the gateway itself may return for a call of an operation, by their status. */
function possibleErrors(circumstances: ErrorCircumstances): readonly ErrorCode[] {
  const { settings } = circumstances;
  return conditions
    .filter(([, applies]) => applies(circumstances))
    .flatMap(([codes]) => codes)
    .toSorted((a, b) => statusOfError(a, settings) - statusOfError(b, settings));
}

type Condition = readonly [codes: readonly ErrorCode[], applies: (given: ErrorCircumstances) => boolean];

/** Errors of malformed HTTP and of the gateway itself are left out: they do not depend on the operation. */
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
