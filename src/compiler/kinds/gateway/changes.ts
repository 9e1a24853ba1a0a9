import { generalDefaults } from '#compiled/settings/gateway-settings.ts';
import { digestOf } from '#compiled/digest.ts';
import { asJson, type Json } from '#compiled/json.ts';
import type { StoreSettings } from '#compiled/settings/store-settings.ts';
import type { Manifest } from '#compiled/manifest.ts';
import type { Subject } from '#compiler/plan/change.ts';
import type { Comparison } from '#compiler/plan/comparison.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffLeaves, type Leaf } from '#compiler/plan/declarations/diff-leaves.ts';
import { affectedBySetting } from './changes/gateway-effects.ts';
import { notBeforeChange } from '#compiler/plan/declarations/not-before-change.ts';
import { settingChange } from '#compiler/plan/declarations/setting-change.ts';

/** The changes of the gateway itself. */
export function gatewayChanges({ base, after: head, consumers }: Comparison): readonly FoundChange[] {
  if (!base) return [addedGateway(head)];
  const leaves = diffLeaves(settingsOf(base.manifest), settingsOf(head));
  return leaves.map((leaf) => changeOf(leaf, head, consumers));
}

function addedGateway({ organisation, deployment, gateway }: Manifest): FoundChange {
  return declarationChange({
    id: 'gateway-added',
    subject: { kind: 'Gateway', name: organisation },
    message: `The gateway of ${organisation} was added: ${deployment} at ${gateway.gatewayUrl}`,
    after: { deployment, gatewayUrl: gateway.gatewayUrl },
  });
}

/** The settings to compare, with digests of the logo and of guides, since a change does not show their contents. */
function settingsOf({ organisation, deployment, gateway }: Manifest): Json {
  const { store } = gateway;
  const shown = store && { store: withDigests(store) };
  return asJson({ organisation, deployment, ...gateway, ...shown });
}

function withDigests(store: StoreSettings): object {
  const { logo, guides } = store;
  return {
    ...store,
    ...(logo && { logo: digestOf(logo.content) }),
    ...(guides && { guides: Object.fromEntries(guides.map(({ name, text }) => [name, digestOf(text)])) }),
  };
}

function changeOf(leaf: Leaf, head: Manifest, consumers: Consumers): FoundChange {
  const { path } = leaf;
  const subject: Subject = { kind: 'Gateway', name: head.organisation };
  const affected = affectedBySetting(leaf, consumers);
  const place = { subject, path, writtenAt: writtenAt(path, head.deployment), affected };
  if (path.join('.') !== 'token.tokensNotBefore') {
    return settingChange({ ...place, whose: 'gateway', leaf, what: path.join('.') });
  }
  return notBeforeChange({
    ...place,
    whose: '',
    before: secondsOf(leaf.before),
    after: secondsOf(leaf.after),
  });
}

function secondsOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The settings that all deployments of a gateway share. */
const general: ReadonlySet<string> = new Set([
  'organisation',
  'token',
  'digestHeader',
  'unauthenticatedStatus',
  'store',
  'notices',
  ...Object.keys(generalDefaults),
]);

function writtenAt(path: readonly string[], deployment: string): readonly string[] {
  return general.has(path[0] ?? '') ? path : ['deployments', deployment, ...path];
}
