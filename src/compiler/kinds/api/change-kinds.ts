import {
  access,
  bySetting,
  checks,
  ordinary,
  traffic,
  type DeclarationChangeKinds,
} from '#compiler/plan/declarations/change-kind.ts';
import type { ApiSettings, CompiledEndpoint } from '#compiled/compiled-api.ts';
import type { SettingSensitivity } from '#compiler/plan/declarations/change-kind.ts';

/** The sensitivity of each setting of an endpoint; the type makes the compiler report a missing setting. */
const endpointSettings = {
  targets: 'traffic',
  auth: 'traffic',
  ca: 'traffic',
  timeouts: 'no',
  retries: 'no',
  maxConnections: 'no',
  http2: 'no',
  circuitBreaker: 'no',
  healthCheck: 'no',
  allowPlainHttp: 'traffic',
} as const satisfies SettingSensitivity & Readonly<Record<keyof CompiledEndpoint, unknown>>;

/** The settings of an API that have no kind of their own. */
const apiSettings = { description: 'no', tags: 'no', visibility: 'access' } as const satisfies {
  readonly [Name in keyof ApiSettings]?: SettingSensitivity[string];
};

/** The kinds of changes of APIs and what is sensitive about them. */
export const apiChangeKinds = {
  'api-added': traffic('a version of an API was added'),
  'api-removed': traffic('a version of an API was removed'),
  'api-state-changed': access('the lifecycle state of a version changed'),
  'api-blocked-until-changed': ordinary('the time until which a version is blocked changed'),
  'api-owner-changed': ordinary('the owner of a version changed'),
  'api-address-added': traffic('a further address leads to a version'),
  'api-address-removed': traffic('a further address no longer leads to a version'),
  'api-address-deprecation-changed': ordinary('the deprecation notice of a further address changed'),
  'api-deprecation-added': ordinary('a deprecation notice was added to a version'),
  'api-deprecation-changed': ordinary('the deprecation notice of a version changed'),
  'api-deprecation-removed': ordinary('the deprecation notice of a version was removed'),
  'api-guide-added': ordinary('a guide was added to a version'),
  'api-guide-changed': ordinary('a guide of a version changed'),
  'api-guide-removed': ordinary('a guide of a version was removed'),
  'api-limit-added': ordinary('a limit on all calls of a version was added'),
  'api-limit-changed': ordinary('the limit on all calls of a version changed'),
  'api-limit-removed': ordinary('the limit on all calls of a version was removed'),
  'address-limit-changed': ordinary(
    'the limit on the calls of public operations from one client address changed',
  ),
  'api-became-public': access('every operation of a version can be called without a token'),
  'api-became-protected': access('a version no longer declares all of its operations public'),
  'undeclared-operations-passed': access('calls that the document does not declare are forwarded'),
  'undeclared-operations-refused': access('calls that the document does not declare are refused'),
  'operation-became-public': access('an operation can be called without a token'),
  'operation-became-protected': access('an operation that could be called without a token requires one'),
  'operation-limit-added': ordinary('a limit on all calls of an operation was added'),
  'operation-limit-changed': ordinary('the limit on all calls of an operation changed'),
  'operation-limit-removed': ordinary('the limit on all calls of an operation was removed'),
  'endpoint-added': traffic('an endpoint was added'),
  'endpoint-removed': traffic('an endpoint was removed'),
  'endpoint-target-added': traffic('an upstream URL was added'),
  'endpoint-target-changed': traffic('an upstream URL changed'),
  'endpoint-target-removed': traffic('an upstream URL was removed'),
  'endpoint-setting-added': bySetting(endpointSettings, 'an endpoint setting was added'),
  'endpoint-setting-changed': bySetting(endpointSettings, 'an endpoint setting changed'),
  'endpoint-setting-removed': bySetting(endpointSettings, 'an endpoint setting was removed'),
  'caller-assertion-added': traffic('the caller assertion was enabled for the upstream'),
  'caller-assertion-changed': traffic('the header of the caller assertion changed'),
  'caller-assertion-removed': traffic('the caller assertion was disabled for the upstream'),
  'cors-added': access('cross-origin access from browsers was enabled'),
  'cors-origin-added': access('an allowed CORS origin was added'),
  'cors-origin-removed': access('an allowed CORS origin was removed'),
  'cors-setting-changed': access('a CORS setting changed'),
  'cors-removed': access('cross-origin access from browsers was disabled'),
  'validation-changed': checks('the validation of requests or responses changed'),
  'call-duration-changed': ordinary('the maximum duration of calls changed'),
  'body-size-changed': checks('the maximum size of request bodies changed'),
  'path-encoding-changed': checks('the handling of paths with ;, %3B, %2F or %5C changed'),
  'api-setting-added': bySetting(apiSettings, 'a setting of a version of an API was added'),
  'api-setting-changed': bySetting(apiSettings, 'a setting of a version of an API changed'),
  'api-setting-removed': bySetting(apiSettings, 'a setting of a version of an API was removed'),
} as const satisfies DeclarationChangeKinds;
