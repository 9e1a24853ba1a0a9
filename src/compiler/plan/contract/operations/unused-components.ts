import { sameJson } from '#compiled/json.ts';
import {
  componentAround,
  isSchemaComponent,
  listComponents,
  namedSecuritySchemes,
  withoutComponents,
  type Component,
} from '#openapi/components.ts';
import { ChangeCollector } from '../pairs/change-collector.ts';
import type { ContractSide } from '../schemas/contract-side.ts';
import type { SchemaComparer } from '../schemas/schema-comparer.ts';
import { referencesIn } from '../schemas/unchanged-parts.ts';

/** Compares components that no operation uses, and whose changes do not affect callers. */
export function compareUnusedComponents(
  sides: { readonly base: ContractSide; readonly head: ContractSide },
  comparer: SchemaComparer,
  collector: ChangeCollector,
): void {
  const [base, head] = [sides.base.document, sides.head.document];
  const isEquivalent = (old: Component, now: Component): boolean => {
    if (sameJson(old.value, now.value)) return true;
    if (!isSchemaComponent(old)) return false;
    const found = new ChangeCollector(comparer, base, head);
    const [before, after] = [
      sides.base.nodes.nodeOf(old.value, old.pointer),
      sides.head.nodes.nodeOf(now.value, now.pointer),
    ];
    found.addSchemas('', '', { base: before, head: after, direction: 'request' });
    return found.all.length === 0;
  };
  const [allBefore, allAfter] = [listComponents(base), listComponents(head)];
  const [before, after] = [unused(allBefore, sides.base), unused(allAfter, sides.head)];
  for (const [name, old] of before) {
    const { pointer } = old;
    const now = after.get(name);
    const change = { path: name, at: { base: pointer, ...(now && { head: now.pointer }) } };
    const isSame = () =>
      now !== undefined &&
      comparer.compareWithin(
        () => isEquivalent(old, now),
        () => false,
      );
    if (now && !isSame())
      collector.add(undefined, {
        ...change,
        id: 'unused-component-changed',
        action: 'change',
        what: 'changed',
      });
    else if (!now && !allAfter.has(name))
      collector.add(undefined, {
        ...change,
        id: 'unused-component-removed',
        action: 'remove',
        what: 'was removed',
      });
  }
  for (const [name, { pointer }] of after) {
    if (before.has(name) || allBefore.has(name)) continue;
    const at = { head: pointer };
    collector.add(undefined, {
      id: 'unused-component-added',
      action: 'add',
      path: name,
      what: 'was added',
      at,
    });
  }
}

function unused(
  components: ReadonlyMap<string, Component>,
  side: ContractSide,
): ReadonlyMap<string, Component> {
  const used = usedComponents(side);
  return new Map([...components].filter(([, { pointer }]) => !used.has(pointer)));
}

/** The pointers of the components that operations reference directly, indirectly, or through a discriminator. */
function usedComponents({ document, subtypes }: ContractSide): ReadonlySet<string> {
  const references = new Set(referencesIn(withoutComponents(document)));
  const pointers = new Set<string>();
  for (const reference of references) {
    const target = document.references.target(reference);
    if (!target) continue;
    // A reference into a component uses the component.
    pointers.add(componentAround(target.pointer, document));
    for (const next of referencesIn(target.value)) references.add(next);
    for (const next of subtypes.referencesFrom(target.value)) references.add(next);
  }
  // Security requirements name their schemes without a reference.
  for (const name of namedSecuritySchemes(document)) {
    const scheme = document.securitySchemes.get(name);
    if (scheme) pointers.add(scheme.usedAtPointer);
  }
  return pointers;
}
