import type { CompiledEndpoint, CompiledEndpoints } from '../../../../compiled/compiled-api.ts';
import { asJson } from '../../../../compiled/json.ts';
import type { KeySetName } from '../../../../compiled/manifest.ts';
import { sameJson } from '../../../../compiled/same-json.ts';
import type { Affected, Subject } from '../../../plan/change.ts';
import { affect } from '../../../plan/consumers/affect.ts';
import type { Consumers } from '../../../plan/consumers/consumers.ts';
import { hideCredentials } from '../../../plan/wording/describe-value.ts';
import { declarationChange, type FoundChange } from '../../../plan/declarations/declaration-change.ts';
import { diffLeaves } from '../../../plan/declarations/diff-leaves.ts';
import { settingChange } from '../../../plan/declarations/setting-change.ts';
import { targetChanges } from './target-changes.ts';

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
      const affectedByMix = affectedByMixing(api, keySet, before, after, consumers);
      return changesOf(api, keySet, before[keySet], after[keySet], consumers, affectedByMix);
    });
}

/** The applications whose calls go to a former upstream of the other endpoint, which mixes test data and real data. */
function affectedByMixing(
  api: string,
  keySet: KeySetName,
  before: CompiledEndpoints,
  after: CompiledEndpoints,
  consumers: Consumers,
): readonly Affected[] {
  const other = keySet === 'production' ? 'sandbox' : 'production';
  const former = before[other]?.targets ?? [];
  if (!after[keySet]?.targets.some((target) => former.includes(target))) return [];
  const effect = `reaches the former ${other} upstream of ${api} with ${keySet} keys`;
  return affectKeyHolders(api, keySet, consumers, effect);
}

function changesOf(
  api: string,
  keySet: KeySetName,
  before: CompiledEndpoint | undefined,
  after: CompiledEndpoint | undefined,
  consumers: Consumers,
  affectedByMix: readonly Affected[],
): readonly FoundChange[] {
  if (!before || !after) return [wholeEndpoint(api, keySet, before, after, consumers)];
  const { targets: earlier, ...oldSettings } = before;
  const { targets: later, ...settings } = after;
  const path = ['endpoints', keySet];
  const subject = subjectOf(api);
  const leaves = diffLeaves(asJson(oldSettings), asJson(settings), path);
  return [
    ...targetChanges(api, keySet, earlier, later, affectedByMix),
    ...leaves.map((leaf) => {
      const what = `${api}: ${leaf.path.slice(path.length).join('.')} of the ${keySet} endpoint`;
      return settingChange({ whose: 'endpoint', subject, leaf, what, path: leaf.path });
    }),
  ];
}

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
