import { omit, pick, type JsonObject, sameJson } from '#compiled/json.ts';
import type { FlatSchema, SchemaNode } from './facts/flat-schema.ts';
import type { SchemaFacts } from './facts/schema-fact.ts';
import { isDocumentation, otherKeywords } from './facts/schema-keywords.ts';
import type { KeywordFamily } from './keyword-family.ts';

const none: JsonObject = {};

/** `title`, `description`, `example` and all other keywords that do not affect calls. */
export const annotations = {
  name: 'annotations',
  none,
  read: ({ value }) => (Object.keys(value).some(isDocumentation) ? omit(value, otherKeywords) : none),
  merge: (one, other) => ({ ...other, ...one }),
  reportAlways: reportDocumentation,
} satisfies KeywordFamily<JsonObject>;

function reportDocumentation(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.annotations, head.annotations];
  if (sameJson(before, after)) return;
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !sameJson(pick(before, [name]), pick(after, [name])),
  );
  const shown = names.toSorted();
  facts.reportAs('documentation-changed', {
    before: pick(before, shown),
    after: pick(after, shown),
    part: shown.join(', '),
    what: 'changed',
    ...(shown[0] !== undefined && { keyword: shown[0] }),
  });
}

export function annotationsOf({ flat }: SchemaNode): JsonObject {
  return flat.annotations;
}
