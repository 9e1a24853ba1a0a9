import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { Choice, Located, NodeSource, SchemaNode } from '../flat-schema.ts';
import { isAnything } from './is-anything.ts';
import { listOfTypes } from './list-of-types.ts';
import { listOfValues } from './list-of-values.ts';

interface ResolvedChoices {
  readonly leaves: readonly Located[];
  readonly choices: readonly Choice[];
}

/** Merges choices of one schema besides null, including the choices in that schema. */
export function resolveChoices(all: readonly Located[], nodes: NodeSource): ResolvedChoices {
  const leaves = new Map(all.map((leaf) => [leaf.value, leaf]));
  const choices: Choice[] = [];
  for (const leaf of leaves.values()) {
    for (const { merged, ...choice } of choicesOf(leaf, nodes)) {
      const [only, ...others] = choice.alternatives;
      if (merged) leaves.set(merged.value, merged);
      else if (only && others.length > 0) choices.push(choice);
      else
        for (const one of nodes.leaves(only?.parts ?? []))
          if (!leaves.has(one.value)) leaves.set(one.value, one);
    }
  }
  return { leaves: [...leaves.values()], choices };
}

function choicesOf({ value, pointer }: Located, nodes: NodeSource) {
  return (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const list = value[keyword];
    if (!Array.isArray(list)) return [];
    const at = appendPointer(pointer, keyword);
    const all = (list as readonly Json[]).map((item, index) => nodes.nodeOf(item, appendPointer(at, index)));
    const notNull = all.filter((node) => !isNullAlone(node));
    // Of several that are the same one, and of several that allow anything, one is enough.
    const unique = keyword === 'anyOf' ? [...new Set(notNull)] : notNull;
    const alternatives = keyword === 'anyOf' && unique.every(isAnything) ? unique.slice(0, 1) : unique;
    const merged =
      alternatives.length === 0
        ? { value: { type: [] }, pointer: at }
        : (listOfTypes(all, keyword, at, nodes) ?? listOfValues(alternatives, keyword, at, nodes));
    return [{ alternatives, isExclusive: keyword === 'oneOf', leaf: value, ...(merged && { merged }) }];
  });
}

function isNullAlone({ parts: [part] }: SchemaNode): boolean {
  const { type, enum: values, const: only } = part?.value ?? {};
  return type === 'null' || only === null || sameText(type, ['null']) || sameText(values, [null]);
}

export function sameText(value: Json | undefined, expected: Json): boolean {
  return value !== undefined && canonicalJson(value) === canonicalJson(expected);
}
