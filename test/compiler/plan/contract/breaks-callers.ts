import { isJsonObject, type Json } from '#compiled/json.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import type { ContractChangeId } from '#compiler/plan/contract/contract-change-kinds.ts';
import {
  documentOf,
  forReaders,
  forTolerantReaders,
  withCombinations,
  withHiddenOpen,
  withoutHidden,
  withoutReadOnly,
} from './caller-views.ts';
import type { Direction } from './complete-document.ts';
import { propertyNames } from './draw-schema.ts';
import { type Accepts, gatewayAccepts } from './gateway-accepts.ts';
import { pathsOf, withoutNewReadOnly, withoutProperties, withoutRefused } from './ignored-properties.ts';
import { bothSides } from './member-schemas.ts';
import { drawInstances, type NearSchemas, type Schemas } from './near-schemas.ts';
import { withoutTexts } from './simplified-schemas.ts';
import { subsetsOf } from './subsets-of.ts';
import { withOpen, withOthersOpen, withoutKeywords, withoutSchemas } from './opened-documents.ts';

/** How many values are drawn to see which properties objects have. */
const many = 400;

/**
 * Senders do not send properties that are only read, nor guess the names of those that will be described, nor exceed a
 * limit whose addition counts as risky.
 */
export function breaksSender(pair: NearSchemas, changes: readonly ContractChange[]): Accepts {
  const sends = sentBy(pair.base, pair, 'request');
  const pointersOf = (kind: ContractChangeId) =>
    changes.flatMap(({ id, at }) => (id === kind ? [at.head ?? ''] : []));
  const limits = pointersOf('request-limit-added');
  const open = (head: Schemas, pointers: readonly string[] = limits) =>
    withoutKeywords(documentOf(head, { ...pair, direction: 'request' }), pointers);
  const accepts = onceAsked(() =>
    gatewayAccepts(documentOf(pair.head, { ...pair, direction: 'request' }), 'request'),
  );
  // Without all of the limits, a value may fit two alternatives that exclude each other.
  const opened = subsetsOf(limits).map((pointers) =>
    onceAsked(() => gatewayAccepts(open(pair.head, pointers), 'request')),
  );
  const written: Accepts = (value) => opened.some((fits) => fits(value));
  // Where what is only read or described by another part may be anything too, a value may fit two alternatives.
  const pointersOfNew = pointersOf('request-optional-property-added');
  const guessed = [
    () => withoutSchemas(open(withoutReadOnly(pair.head, pair.openapi, requiredNames(pair))), pointersOfNew),
    () => withOpen(open(pair.head), pointersOfNew),
  ].map((make) => onceAsked(() => gatewayAccepts(make(), 'request')));
  const isTaken: Accepts = (value) => accepts(value) || written(value) || guessed.some((fits) => fits(value));
  const sides = bothSides(pair);
  const added = pathsOf('request-optional-property-added', changes);
  const isKnownTaken: Accepts = (value) => isTaken(withoutProperties(value, added, sides));
  return (value) => {
    if (isTaken(value) || !sends(value) || isKnownTaken(value)) return false;
    // Where objects need so many properties, one of another name does.
    const known = [() => [], (name: string) => [`${otherName}${name}`]].map((rename) =>
      withoutNewReadOnly(value, sides, rename),
    );
    return !known.some((one) => sends(one) && (isTaken(one) || isKnownTaken(one)));
  };
}

/** The beginning of names that no schema describes, and no pattern matches but one for all names. */
const otherName = 'y';

/** The names that some values have only since a schema requires them. */
function requiredNames(pair: NearSchemas): ReadonlySet<string> {
  const fits = (schemas: Schemas) =>
    gatewayAccepts(documentOf(schemas, { ...pair, direction: 'request' }), 'request');
  const isTaken = fits(pair.base);
  const refused = drawInstances(pair, many).filter((value) => !isTaken(value));
  return new Set(propertyNames.filter((name) => refused.some(fits(withoutRequiring(pair.base, name)))));
}

function withoutRequiring(schemas: Schemas, name: string): Schemas {
  const others = (names: Json): Json =>
    Array.isArray(names) ? (names as readonly Json[]).filter((one) => one !== name) : names;
  const drop = (keyword: string, value: Json): Json => {
    if (keyword === 'required') return others(value);
    if (keyword !== 'dependentRequired' || !isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([of, names]) => [of, others(names)]));
  };
  return JSON.parse(JSON.stringify(schemas), drop) as Schemas;
}

/**
 * Servers do not return properties that are only written. Readers accept what is reported as risky: further properties
 * and further values, that what is no longer described is no longer sent, and what fits two alternatives that exclude each
 * other.
 */
export function breaksReader(pair: NearSchemas, changes: readonly ContractChange[]): Accepts {
  const sends = sentBy(pair.head, pair, 'response');
  const view = { ...pair, direction: 'response' } as const;
  const values = changes.flatMap(({ id, after }) =>
    id === 'response-enum-value-added' ? [after ?? null] : [],
  );
  const pointersOf = (kind: ContractChangeId) =>
    changes.flatMap(({ id, at }) => (id === kind ? [at.base ?? ''] : []));
  const removed = pointersOf('response-optional-property-removed');
  const closed = pointersOf('response-additional-properties-opened').filter((pointer) =>
    /\/(additional|unevaluated)Properties$/.test(pointer),
  );
  const has = (kind: ContractChangeId) => changes.some(({ id }) => id === kind);
  const isOpen = has('response-additional-properties-opened');
  const describes = onceAsked(() => {
    const readers = forTolerantReaders(forReaders(pair.base, pair.openapi), values, isOpen);
    const open = withOthersOpen(documentOf(readers, view), closed);
    return gatewayAccepts(withoutSchemas(open, removed), 'response');
  });
  const opened = (schemas: Schemas) =>
    onceAsked(() => gatewayAccepts(withoutSchemas(documentOf(schemas, view), removed), 'response'));
  const combined = opened(withCombinations(pair.base));
  const known = [
    pair.base,
    withoutHidden(pair.base, pair.openapi, 'response'),
    withHiddenOpen(pair.base, pair.openapi),
    forTolerantReaders(pair.base, values, isOpen),
  ].map(opened);
  // The other alternatives may have the property too, or be closed as before.
  const [shown, reopened] = [
    onceAsked(() => gatewayAccepts(withOpen(documentOf(pair.base, view), removed), 'response')),
    onceAsked(() => gatewayAccepts(withOthersOpen(documentOf(pair.base, view), closed), 'response')),
  ] as const;
  const isCombinable = has('response-alternatives-became-combinable');
  const isReleased: Accepts = (value) =>
    !isCombinable && combined(value) && ![...known, shown, reopened].some((fits) => fits(value));
  // Where what is left out may be anything, a value that fits as it is written may fit two alternatives.
  const written = onceAsked(() => gatewayAccepts(documentOf(pair.base, view), 'response'));
  const isNew: Accepts = (value) => !written(value) && (!describes(value) || isReleased(value));
  const ignored = withoutIgnored(pair, changes, written);
  return (value) => sends(value) && isNew(value) && isNew(ignored(value));
}

/** Values without the properties that readers ignore: those that are removed, and those that base refuses. */
function withoutIgnored(
  pair: NearSchemas,
  changes: readonly ContractChange[],
  fits: Accepts,
): (value: Json) => Json {
  const gone = pathsOf('response-optional-property-removed', changes);
  const open = pathsOf('response-additional-properties-opened', changes);
  const sides = bothSides(pair);
  const fitsPlain = onceAsked(() => {
    const plain = documentOf(withoutTexts(pair.base), { ...pair, direction: 'response' });
    return gatewayAccepts(plain, 'response');
  });
  const mayFit: Accepts = (value) => fits(value) || fitsPlain(value);
  let drawn: readonly Json[] | undefined;
  return (value) => {
    drawn ??= drawInstances(pair, many).filter(fits);
    return withoutRefused(withoutProperties(value, gone, sides), open, { sides, drawn, fits, mayFit });
  };
}

/** Whether a value fits a schema, and still does if what does not go that way is left out of it. */
export function sentBy(schemas: Schemas, { openapi, names }: NearSchemas, direction: Direction): Accepts {
  const view = { openapi, names, direction };
  const written = onceAsked(() => gatewayAccepts(documentOf(schemas, view), direction));
  const shown = onceAsked(() =>
    gatewayAccepts(documentOf(withoutHidden(schemas, openapi, direction), view), direction),
  );
  return (value) => written(value) && shown(value);
}

/** A check that is compiled for the first value. */
export function onceAsked(make: () => Accepts): Accepts {
  let accepts: Accepts | undefined;
  return (value) => {
    accepts ??= make();
    return accepts(value);
  };
}
