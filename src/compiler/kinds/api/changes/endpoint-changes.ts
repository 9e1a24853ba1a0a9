import type { CompiledEndpoint, CompiledEndpoints } from '#compiled/compiled-api.ts';
import { asJson, sameJson } from '#compiled/json.ts';
import type { KeySetName } from '#compiled/manifest.ts';
import type { Affected, Subject } from '#compiler/plan/change.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { hideCredentials } from '#compiler/plan/wording/describe-value.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffLeaves, type Leaf } from '#compiler/plan/declarations/diff-leaves.ts';
import { settingChange } from '#compiler/plan/declarations/setting-change.ts';
import { targetChanges, type AffectedByTarget } from './target-changes.ts';

/** The changes of the endpoints of an API. */
export function endpointChanges(
  api: string,
  before: CompiledEndpoints,
  after: CompiledEndpoints,
  consumers: Consumers,
): readonly FoundChange[] {
  const keySets: { readonly [Name in keyof Required<CompiledEndpoints>]: true } = {
    production: true,
    sandbox: true,
  };
  return (Object.keys(keySets) as KeySetName[])
    .filter((keySet) => !sameJson(before[keySet], after[keySet]))
    .flatMap((keySet) => {
      const former = formerTargets(keySet, before);
      const affectedBy: AffectedByTarget = (target, action) =>
        affectKeyHolders(api, keySet, consumers, describeTarget(api, keySet, former, target, action));
      return changesOf(api, keySet, before[keySet], after[keySet], consumers, affectedBy);
    });
}

/** The former upstreams of the other endpoint: keys that now reach one of them mix test data and real data. */
function formerTargets(keySet: KeySetName, before: CompiledEndpoints): readonly string[] {
  return (before[otherThan(keySet)]?.targets ?? []).map(hideCredentials);
}

function otherThan(keySet: KeySetName): KeySetName {
  return keySet === 'production' ? 'sandbox' : 'production';
}

function describeTarget(
  api: string,
  keySet: KeySetName,
  former: readonly string[],
  target: string,
  action: 'add' | 'remove',
): string {
  if (action === 'remove') return `no longer reaches ${api} at ${target} with ${keySet} keys`;
  return former.includes(target)
    ? `reaches the former ${otherThan(keySet)} upstream of ${api} with ${keySet} keys`
    : `reaches ${api} at ${target} with ${keySet} keys`;
}

function changesOf(
  api: string,
  keySet: KeySetName,
  before: CompiledEndpoint | undefined,
  after: CompiledEndpoint | undefined,
  consumers: Consumers,
  affectedBy: AffectedByTarget,
): readonly FoundChange[] {
  if (!before || !after) return [wholeEndpoint(api, keySet, before, after, consumers)];
  const { targets: earlier, ...oldSettings } = before;
  const { targets: later, ...settings } = after;
  const path = ['endpoints', keySet];
  const subject = subjectOf(api);
  const leaves = diffLeaves(asJson(oldSettings), asJson(settings), path);
  return [
    ...targetChanges(api, keySet, earlier, later, affectedBy),
    ...leaves.map((leaf) => {
      const what = `${api}: ${leaf.path.slice(path.length).join('.')} of the ${keySet} endpoint`;
      const effect = settingEffects[leaf.path[path.length] ?? '']?.(api, keySet, leaf);
      const affected = effect === undefined ? [] : affectKeyHolders(api, keySet, consumers, effect);
      return settingChange({ whose: 'endpoint', subject, leaf, what, path: leaf.path, affected });
    }),
  ];
}

/** The effects of the settings that decide which upstream is reached. */
const settingEffects: Readonly<
  Record<string, (api: string, keySet: KeySetName, leaf: Leaf) => string | undefined>
> = {
  auth: (api, keySet) => `reaches the ${keySet} upstream of ${api} with different credentials`,
  ca: (api, keySet) =>
    `reaches a ${keySet} upstream of ${api} that another certificate authority vouches for`,
  // Changing or removing the reason does not send more calls unencrypted.
  allowPlainHttp: (api, keySet, { before, after }) =>
    before === undefined && after !== undefined
      ? `may reach the ${keySet} upstream of ${api} without encryption`
      : undefined,
};

function wholeEndpoint(
  api: string,
  keySet: KeySetName,
  before: CompiledEndpoint | undefined,
  after: CompiledEndpoint | undefined,
  consumers: Consumers,
): FoundChange {
  const targets = (before ?? after)?.targets.map(hideCredentials) ?? [];
  const effect = `${after ? 'gains' : 'loses'} access to the ${keySet} endpoint of ${api}`;
  return declarationChange({
    id: after ? 'endpoint-added' : 'endpoint-removed',
    subject: subjectOf(api),
    message: `${api}: the ${keySet} endpoint was ${after ? 'added' : 'removed'}: ${targets.join(', ')}`,
    path: ['endpoints', keySet],
    before: before && targets,
    after: after && targets,
    affected: affectKeyHolders(api, keySet, consumers, effect),
  });
}

function affectKeyHolders(
  api: string,
  keySet: KeySetName,
  consumers: Consumers,
  effect: string,
): readonly Affected[] {
  const callers = consumers.callersOf(api, 'both');
  return affect(
    callers.filter(({ keySets }) => keySets.some((one) => one.keySet === keySet)),
    effect,
  );
}

function subjectOf(name: string): Subject {
  return { kind: 'Api', name };
}
