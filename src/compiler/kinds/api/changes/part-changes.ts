import type { CompiledApi } from '#compiled/compiled-api.ts';
import { apiKey } from '#compiled/api-key.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import {
  describeSharedAllowance,
  describeDuration,
  describeSize,
} from '#compiler/plan/wording/describe-quantity.ts';
import { apiAccessChange } from './api-access-change.ts';
import { callerAssertionChange } from './caller-assertion-change.ts';
import { contractChanges } from './contract-changes.ts';
import { corsChanges } from './cors-changes.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffEntry } from '#compiler/plan/declarations/diff-entry.ts';
import type { MemberDiffs } from '#compiler/plan/declarations/diff-members.ts';
import { endpointChanges } from './endpoint-changes.ts';
import { guideChanges } from './guide-changes.ts';
import { limitChange } from '#compiler/plan/declarations/limit-change.ts';
import { addressLimitChanges, operationAccessChanges } from './operation-access-changes.ts';
import { undeclaredChange } from './undeclared-change.ts';
import { operationLimitChanges } from './operation-limit-changes.ts';
import { validationChanges } from './validation-changes.ts';

/** The changes of an API except for its manifest entry. */
export function partChanges(
  before: CompiledApi,
  after: CompiledApi,
  consumers: Consumers,
): readonly FoundChange[] {
  const name = apiKey(after);
  return diffEntry(before, after, partMembers(name, consumers), {
    whose: 'api',
    subject: { kind: 'Api', name },
  });
}

function partMembers(api: string, consumers: Consumers): Partial<MemberDiffs<CompiledApi>> {
  return {
    name: 'identity',
    context: 'identity',
    version: 'identity',
    owner: (before, after) => [ownerChange(api, before, after)],
    endpoints: (before, after) => endpointChanges(api, before.endpoints, after.endpoints, consumers),
    callerAssertion: (before, after) => [callerAssertionChange(api, before, after, consumers)],
    cors: (before, after) => corsChanges(api, before.cors, after.cors, consumers),
    limit: (before, after) => [apiLimitChange(api, before, after, consumers)],
    access: (before, after) => [apiAccessChange(before, after, consumers)],
    undeclared: (_before, after) => [undeclaredChange(after, consumers)],
    addressLimit: (before, after) => addressLimitChanges(api, before, after),
    validation: (before, after) => validationChanges(api, before.validation, after.validation, consumers),
    streams: (before, after) => [callDurationChange(api, before, after, consumers)],
    maxBodyBytes: (before, after) => [bodySizeChange(api, before, after, consumers)],
    pathEncoding: (before, after) => [pathEncodingChange(api, before, after, consumers)],
    guides: (before, after) => guideChanges(api, before, after),
    // The comparison of the contracts reports scopes.
    scopes: () => [],
    operations: (before, after) => [
      ...operationAccessChanges(api, before, after, consumers),
      ...operationLimitChanges(api, before, after, consumers),
    ],
    // The gateway reads values, and the texts of numbers are for people.
    numberTexts: () => [],
    contract: (before, after) => contractChanges(api, before.contract, after.contract, consumers),
  };
}

function ownerChange(api: string, before: CompiledApi, after: CompiledApi): FoundChange {
  return declarationChange({
    id: 'api-owner-changed',
    subject: { kind: 'Api', name: api },
    message: `${api}: owner ${before.owner} → ${after.owner}`,
    path: ['owner'],
    before: before.owner,
    after: after.owner,
  });
}

function apiLimitChange(
  api: string,
  { limit: before }: CompiledApi,
  { limit: after }: CompiledApi,
  consumers: Consumers,
): FoundChange {
  const effect = describeSharedAllowance(before, after, api);
  return limitChange({
    whose: 'api',
    subject: { kind: 'Api', name: api },
    path: ['limit'],
    before,
    after,
    affected: affect(consumers.callersOf(api, 'both'), effect),
  });
}

function bodySizeChange(
  api: string,
  { maxBodyBytes: before }: CompiledApi,
  { maxBodyBytes: after }: CompiledApi,
  consumers: Consumers,
): FoundChange {
  const [earlier, later] = [describeSize(before), describeSize(after)];
  const effect = `can send bodies of up to ${later} to ${api} instead of ${earlier}`;
  return declarationChange({
    id: 'body-size-changed',
    subject: { kind: 'Api', name: api },
    message: `${api}: maximum request body ${earlier} → ${later}`,
    path: ['maxBodyBytes'],
    before,
    after,
    affected: affect(consumers.callersOf(api, 'both'), effect),
  });
}

function pathEncodingChange(
  api: string,
  { pathEncoding: before }: CompiledApi,
  { pathEncoding: after }: CompiledApi,
  consumers: Consumers,
): FoundChange {
  const effect = `gets 400 for paths of ${api} with ;, %3B, %2F or %5C`;
  return declarationChange({
    id: 'path-encoding-changed',
    subject: { kind: 'Api', name: api },
    message: `${api}: paths with ;, %3B, %2F or %5C: ${before} → ${after}`,
    path: ['pathEncoding'],
    before,
    after,
    affected: after === 'strict' ? affect(consumers.callersOf(api, 'both'), effect) : [],
  });
}

function callDurationChange(
  api: string,
  { streams: before }: CompiledApi,
  { streams: after }: CompiledApi,
  consumers: Consumers,
): FoundChange {
  const [earlier, later] = [before, after].map(describeLongest);
  return declarationChange({
    id: 'call-duration-changed',
    subject: { kind: 'Api', name: api },
    message: `${api}: maximum duration of calls ${earlier} → ${later}`,
    path: before && after ? ['streams', 'maxAgeSeconds'] : ['streams'],
    ...(before && { before: before.maxAgeSeconds }),
    ...(after && { after: after.maxAgeSeconds }),
    affected: affect(consumers.callersOf(api, 'both'), `can keep a call of ${api} open for ${later}`),
  });
}

function describeLongest(streams: CompiledApi['streams']): string {
  return streams ? describeDuration(streams.maxAgeSeconds * 1000) : 'the gateway default';
}
