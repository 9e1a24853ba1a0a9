import { isJsonObject, omit, type Json, type JsonObject } from '#compiled/json.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import { contractChangeKinds } from '#compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import {
  choicesAt,
  locate,
  replaceIn,
  withAlternativeTo,
  withEachAlternative,
} from './alternatives-to-change.ts';
import { documentOf, mapAll } from './caller-views.ts';
import type { Direction } from './complete-document.ts';
import type { NearSchemas, Schemas } from './near-schemas.ts';
import {
  withoutClosed,
  withoutConditions,
  withoutOneText,
  withoutOtherTexts,
  withOverlaps,
  withoutRequired,
  withoutTexts,
  withoutUnevaluated,
} from './simplified-schemas.ts';

type TwoSides = Pick<NearSchemas, 'base' | 'head'>;

/** How the explanations look at other pairs. */
export interface Looking {
  /** Whether a drawn value that callers follow shows that two sides differ. */
  readonly isShown: (sides: TwoSides) => boolean;
  /** Whether a drawn value can be returned, without what is only written. */
  readonly isReturned: (sides: TwoSides) => boolean;
  /** Why a pair is right, or reported all the same; undefined if that is not found. */
  readonly reasonOf: (sides: TwoSides) => string | undefined;
}

/** Why a breaking change is reported that no value shows, found by pairs that differ in one respect. */
export function explainAlarm(
  change: ContractChange,
  pair: NearSchemas,
  direction: Direction,
  looking: Looking,
): string | undefined {
  const withBoth = (simplify: (schemas: Schemas) => Schemas): TwoSides => ({
    base: simplify(pair.base),
    head: simplify(pair.head),
  });
  if (!isReported(change, { ...pair, ...withBoth(withOverlaps) }, direction))
    return 'alternatives overlap unless it is plain that they do not';
  if (!isReported(change, { ...pair, ...withBoth(withoutDiscriminators) }, direction))
    return 'clients choose by the discriminator';
  if (
    !isReported(
      change,
      { ...pair, ...withBoth((one) => withoutDiscriminators(withOverlaps(one))) },
      direction,
    )
  )
    return 'alternatives overlap unless it is plain that they do not';
  const isAlternative = /alternative-(added|removed)$/.test(change.id);
  const mayBeConditional =
    isAlternative || /-(type-(narrowed|widened)|property-became-required)$/.test(change.id);
  if (mayBeConditional && !isReported(change, { ...pair, ...withBoth(withoutConditions) }, direction))
    return 'conditions are compared by themselves, not with the keywords next to them';
  if (isShownByOneAlternative(change, pair, direction, looking))
    return 'an alternative is compared with others one by one';
  if (isAlternative && isHiddenByOtherTexts(change, pair, direction, looking))
    return 'patterns, factors and formats are not compared with other keywords';
  const plainer = [withoutTexts, ...withoutOneText].map((simplify) => ({ ...pair, ...withBoth(simplify) }));
  if (plainer.some((plain) => isHiddenByTexts(change, plain, direction, looking)))
    return 'patterns, factors and formats are not compared with other keywords';
  const evaluated = withBoth(withoutUnevaluated);
  const isConstraint = /-constraint-\w+$/.test(change.id);
  if (isConstraint && isReported(change, { ...pair, ...evaluated }, direction) && looking.isShown(evaluated))
    return 'what counts as evaluated for some values is compared by what decides it';
  if (change.id === 'response-required-property-removed' && !looking.isReturned(pair))
    return 'no response is possible without what is only written';
  return isDependent(change, pair) ? looking.reasonOf(withBoth(asIfTheyHadAll)) : undefined;
}

/** Whether a change is of what depends on a property, or of a property that this describes or requires. */
function isDependent({ at }: ContractChange, { base, head, names }: NearSchemas): boolean {
  return [at.base ?? '', at.head ?? ''].some((pointer) => {
    if (pointer.endsWith('/dependentSchemas')) return true;
    const [, around, name = ''] = /^(.*)\/properties\/([^/]+)(?:\/[^/]+)?$/.exec(pointer) ?? [];
    if (around === undefined) return false;
    const written = Object.keys(names).find((one) => names[one] === name) ?? name;
    const holders = [base, head].map((schemas) => locate(schemas, around, names)).filter(isJsonObject);
    return holders.some((holder) => speaksOf(holder['dependentSchemas'], written));
  });
}

/** Whether a schema, or one in it, describes or requires a property. */
function speaksOf(schema: Json | undefined, name: string): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const { properties, required } = schema as JsonObject;
  const isDescribed = isJsonObject(properties) && Object.hasOwn(properties, name);
  const isRequired = Array.isArray(required) && required.includes(name);
  return isDescribed || isRequired || Object.values(schema).some((one: Json) => speaksOf(one, name));
}

/** The changes that are reported unless it is found that no value exists. */
const needsValue = /(alternative-(added|removed)|type-(narrowed|widened|changed))$/;

/** How head is without the changes that are reported unless it is found that no object exists. */
const undoings: readonly { readonly kinds: RegExp; readonly undo: (schemas: Schemas) => Schemas }[] = [
  { kinds: /^request-property-became-required$/, undo: withoutRequired },
  { kinds: /^request-(property-forbidden|additional-properties-closed)$/, undo: withoutClosed },
];

/** Whether a change is still reported without texts and values show it then; if it can be undone, they show no other one. */
function isHiddenByTexts(
  change: ContractChange,
  plain: NearSchemas,
  direction: Direction,
  { isShown }: Looking,
): boolean {
  const undoing = undoings.find(({ kinds }) => kinds.test(change.id));
  if (!undoing && !needsValue.test(change.id)) return false;
  if (!isReported(change, plain, direction) || !isShown(plain)) return false;
  return !undoing || !isShown({ base: plain.base, head: undoing.undo(plain.head) });
}

/** Whether values show an alternative once it has no text keywords but those that the other side has too. */
function isHiddenByOtherTexts(
  { at }: ContractChange,
  { base, head, names }: NearSchemas,
  direction: Direction,
  { isShown }: Looking,
): boolean {
  const isRequest = direction === 'request';
  const [sent, known] = isRequest ? [base, head] : [head, base];
  const alternative = locate(sent, (isRequest ? at.base : at.head) ?? '', names);
  if (alternative === undefined) return false;
  const others = replaceIn(sent, alternative, withoutOtherTexts(alternative, usedText(known)));
  return isShown(isRequest ? { base: others, head } : { base, head: others });
}

/** The schema and the components that it leads to, as text. */
function usedText({ root, components }: Schemas): string {
  const names = new Set<string>();
  const texts = [JSON.stringify(root)];
  for (const text of texts)
    for (const [name, schema] of Object.entries(components))
      if (text.includes(`/${name}"`) && !names.has(name)) {
        names.add(name);
        texts.push(JSON.stringify(schema));
      }
  return texts.join('');
}

/** Whether the plan still reports something of the same kind. */
function isReported({ id }: ContractChange, pair: NearSchemas, direction: Direction): boolean {
  const view = { ...pair, direction };
  const found = diffContracts(documentOf(pair.base, view), documentOf(pair.head, view));
  return found.some((one) => one.id === id && contractChangeKinds[one.id].compatibility === 'breaking');
}

function withoutDiscriminators(schemas: Schemas): Schemas {
  return mapAll(schemas, (schema) => omit(schema, new Set(['discriminator'])));
}

/** The schemas as if each object had the properties on which schemas depend. */
function asIfTheyHadAll(schemas: Schemas): Schemas {
  return mapAll(schemas, ({ dependentSchemas, ...schema }) => {
    if (typeof dependentSchemas !== 'object' || dependentSchemas === null) return schema;
    const { allOf = [] } = schema;
    return { ...schema, allOf: [...(allOf as readonly Json[]), ...Object.values(dependentSchemas)] };
  });
}

/** How many alternatives that lead to a change are looked at one by one. */
const maxLeading = 3;

/** Whether values show the change where each side has one alternative that leads to it, or each single other one. */
function isShownByOneAlternative(
  { at }: ContractChange,
  pair: NearSchemas,
  direction: Direction,
  { isShown }: Looking,
): boolean {
  const [base, head] = [
    locate(pair.base, at.base ?? '', pair.names),
    locate(pair.head, at.head ?? '', pair.names),
  ];
  const leading = Array.from({ length: maxLeading }, (_, number) => ({
    base: withAlternativeTo(pair.base, base, number),
    head: withAlternativeTo(pair.head, head, number),
  }));
  if (leading.some(isShown)) return true;
  const isRequest = direction === 'request';
  const isApart = (single: Schemas) =>
    leading.some((sides) => isShown(isRequest ? { ...sides, head: single } : { ...sides, base: single }));
  const [received, sent, pointer] = isRequest
    ? ([pair.head, pair.base, at.head] as const)
    : ([pair.base, pair.head, at.base] as const);
  return choicesAt(received, pointer ?? '', pair.names).some((choice) => {
    const singles = withEachAlternative(received, choice, sent);
    return singles.length > 0 && singles.every(isApart);
  });
}
