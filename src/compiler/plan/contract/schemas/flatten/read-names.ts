import type { Json, JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { Located, NodeSource, SchemaNode } from '../flat-schema.ts';
import { readLimits } from '../schema-limits.ts';
import { readTypes } from '../schema-types.ts';
import { fitsAlone } from './fits-alone.ts';
import { haveNoTextInCommon } from './have-no-text.ts';
import { resolveChoices } from './resolve-choices.ts';

/** What schemas say of a name. */
interface NameKeywords {
  /** Whether it is certain that no name fits. */
  readonly allowsNone: boolean;
  readonly allows: (name: string) => boolean;
}

/** How many choices within choices are read for the names that they allow. */
const maxChoices = 4;

/** The types, limits, patterns and formats of `propertyNames`; a name fits at least one alternative of each choice. */
export function readNames(leaves: readonly Located[], nodes: NodeSource): readonly NameKeywords[] {
  return leaves.flatMap(({ value: { propertyNames }, pointer }) =>
    propertyNames === undefined
      ? []
      : readName(nodes.nodeOf(propertyNames, appendPointer(pointer, 'propertyNames')), nodes, maxChoices),
  );
}

function readName({ parts }: SchemaNode, nodes: NodeSource, depth: number): readonly NameKeywords[] {
  const { leaves, choices } = resolveChoices(nodes.leaves(parts), nodes);
  const own = leaves.map(({ value }) => readAlone(value));
  if (depth === 0) return own;
  const chosen = choices.map(({ alternatives }): NameKeywords => {
    const read = alternatives.map((one) => readName(one, nodes, depth - 1));
    const allows = (name: string) => read.some((all) => all.every((keywords) => keywords.allows(name)));
    return { allowsNone: false, allows };
  });
  return [...own, ...chosen];
}

function readAlone(schema: JsonObject): NameKeywords {
  const types = readTypes(schema);
  const patterns = new Set(textIn(schema['pattern']));
  const formats = new Set(textIn(schema['format']));
  const keywords = { types, limits: readLimits(schema), patterns, formats, nullable: false };
  const allowsNone = !types.has('string') || haveNoTextInCommon(keywords);
  return { allowsNone, allows: (name) => !allowsNone && fitsAlone(name, keywords) };
}

function textIn(value: Json | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}
