import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { digestOf } from '#compiled/digest.ts';
import type { Guide } from '#compiled/settings/guide.ts';
import { sameJson } from '#compiled/json.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';

/** The added, changed and removed guides of an API version. Their order alone changes nothing for readers. */
export function guideChanges(api: string, base: CompiledApi, head: CompiledApi): readonly FoundChange[] {
  const [before, after] = [byName(base), byName(head)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => !sameJson(before.get(name), after.get(name)))
    .map((name) => guideChange(api, before.get(name), after.get(name)));
}

function byName({ guides = [] }: CompiledApi): ReadonlyMap<string, Guide> {
  return new Map(guides.map((guide) => [guide.name, guide]));
}

function guideChange(api: string, before: Guide | undefined, after: Guide | undefined): FoundChange {
  const { name, title } = after ?? before ?? { name: '', title: '' };
  const [id, verb] = !before
    ? (['api-guide-added', 'was added'] as const)
    : after
      ? (['api-guide-changed', 'changed'] as const)
      : (['api-guide-removed', 'was removed'] as const);
  return declarationChange({
    id,
    subject: { kind: 'Api', name: api },
    message: `${api}: the guide ${JSON.stringify(title)} ${verb}`,
    path: ['guides', name],
    writtenAt: ['guides'],
    before: before && digestOf(canonicalJson(before)),
    after: after && digestOf(canonicalJson(after)),
  });
}
