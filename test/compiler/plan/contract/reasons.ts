import { isJsonObject, type JsonObject, valueAt } from '#compiled/json.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import { splitPointer } from '#source/place.ts';

/** Why a change counts as breaking though no value shows it: by its kind, or by the keywords of what changes. */
const reasons = [
  { kinds: /discriminator-changed$/, reason: 'clients choose by the discriminator' },
  {
    kinds: /alternative-(added|removed)$/,
    keywords: ['discriminator'],
    reason: 'clients choose by the discriminator',
  },
  {
    kinds: /alternatives-became-exclusive$/,
    reason: 'alternatives overlap unless it is plain that they do not',
  },
  {
    kinds: /constraint-(added|changed|removed)$/,
    keywords: ['not', 'if', 'contains', 'propertyNames', 'dependentRequired'],
    reason: 'conditions are compared by themselves, not with the keywords next to them',
  },
  {
    kinds: /(pattern|limit|constraint|format)-\w+$|request-enum-added|response-enum-lifted/,
    keywords: ['pattern', 'patternProperties', 'multipleOf', 'format'],
    reason: 'patterns, factors and formats are not compared with other keywords',
  },
  {
    kinds: /type-(narrowed|widened)$/,
    keywords: ['multipleOf'],
    reason: 'patterns, factors and formats are not compared with other keywords',
  },
  {
    kinds: /limit-\w+$/,
    at: /\/(minItems|maxItems)$/,
    keywords: ['uniqueItems'],
    reason: 'how many different items there are is not counted',
  },
  {
    kinds: /constraint-\w+$/,
    at: /\/unevaluated(Properties|Items)$/,
    reason: 'what counts as evaluated for some values is compared by what decides it',
  },
] as const;

/** Why a change of two documents is reported, if its kind or the keywords where it is say so. */
export function reasonFor(
  { id, at }: ContractChange,
  [base, head]: readonly [JsonObject, JsonObject],
): string | undefined {
  const places = [...schemasAt(base, at.base), ...schemasAt(head, at.head)];
  const found = reasons.find(
    (one) =>
      one.kinds.test(id) &&
      (!('at' in one) || [at.base, at.head].some((pointer) => one.at.test(pointer ?? ''))) &&
      (!('keywords' in one) || places.some((place) => one.keywords.some((keyword) => keyword in place))),
  );
  return found?.reason;
}

/** The schema that a pointer leads to, and the one that has it as a keyword. */
function schemasAt(document: JsonObject, pointer = ''): readonly JsonObject[] {
  const path = splitPointer(pointer);
  return [valueAt(document, path), valueAt(document, path.slice(0, -1))].filter(isJsonObject);
}
