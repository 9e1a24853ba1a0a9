import type { OpenAPI } from 'openapi-types';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf, type Digest } from '#compiled/digest.ts';
import { type JsonObject, valueAt } from '#compiled/json.ts';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { errorsByOpenapi, type StructuralError, unknownField } from '../../validators/fits-openapi.ts';
import { splitPointer, withEnclosing, appendPointer } from '#source/place.ts';

/** Members whose value determines the kind of an object, with the required members of each kind. */
type Kinds = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The kinds of OpenAPI 3.0. From 3.1 on, the JSON Schema distinguishes the kinds itself. */
const kindsOfOpenapi: Kinds = {
  in: { path: ['name', 'required'], query: ['name'], header: ['name'], cookie: ['name'] },
  type: {
    apiKey: ['name', 'in'],
    http: ['scheme'],
    oauth2: ['flows'],
    openIdConnect: ['openIdConnectUrl'],
  },
};

const kindsOfSwagger: Kinds = {
  in: {
    path: ['name', 'required', 'type'],
    query: ['name', 'type'],
    header: ['name', 'type'],
    formData: ['name', 'type'],
    body: ['name', 'schema'],
  },
  type: {
    basic: [],
    apiKey: ['name', 'in'],
    oauth2: ['flow'],
    ...Object.fromEntries(
      ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'file'].map((type) => [type, []]),
    ),
  },
  flow: {
    implicit: ['authorizationUrl'],
    password: ['tokenUrl'],
    application: ['tokenUrl'],
    accessCode: ['authorizationUrl', 'tokenUrl'],
  },
};

/** Keywords whose errors only summarise errors of other keywords. */
const summarising = new Set(['oneOf', 'anyOf', 'allOf', 'if', 'not', 'dependentSchemas', '$ref']);

/** Keywords, most specific first. Keywords that fail for more branches of a choice come later. */
const specificityOrder = [
  'additionalProperties',
  'type',
  'pattern',
  'format',
  'enum',
  'required',
  'const',
  // After a failed `if` or reference, the properties that it evaluates count as unevaluated.
  'not',
  'unevaluatedProperties',
];

type Votes = ReadonlyMap<string, number>;

/**
 * The maximum number of documents whose errors are cached. A reload then checks only what changed, since the parser is
 * slow to start.
 */
const maxRemembered = 1000;

const remembered = new Map<Digest, readonly StructuralError[]>();

/** The most specific errors of a document, independent of the order of keys. */
export async function explainUnfitDocument(
  document: JsonObject,
  openapi: OpenapiVersion,
): Promise<readonly StructuralError[]> {
  const text = canonicalJson(document);
  const digest = digestOf(text);
  const known = remembered.get(digest);
  if (known) return known;
  const sorted = JSON.parse(text) as JsonObject;
  const all = openapi === '2.0' ? await parseSwagger(sorted) : await errorsByOpenapi(sorted, openapi);
  const errors = findMostSpecificErrors(all, document);
  const oldest = remembered.size < maxRemembered ? undefined : remembered.keys().next().value;
  if (oldest !== undefined) remembered.delete(oldest);
  remembered.set(digest, errors);
  return errors;
}

/**
 * Validates a Swagger 2.0 document. References are not resolved, so that each problem is found once, at its place. The
 * parser compares the items of a list by their `constructor`, `toString` and `valueOf`; if items have such fields, it
 * misses errors or throws, and the JSON Schema is used instead.
 */
async function parseSwagger(document: JsonObject): Promise<readonly StructuralError[]> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  try {
    // The library validates any object, but its types only accept valid documents.
    await SwaggerParser.validate(document as unknown as OpenAPI.Document, {
      resolve: { external: false },
      dereference: { circular: 'ignore', excludedPathMatcher: () => true },
      validate: { schema: true, spec: false },
    });
  } catch (error) {
    const { details } = error as { details?: readonly StructuralError[] };
    if (details) return details;
  }
  return errorsByOpenapi(document, '2.0');
}

/**
 * Selects the errors that explain the problem, out of the many that a failed `oneOf` causes: one per place, none at a
 * place that contains a place with an error, and none that only reports that a reference would also be valid.
 */
function findMostSpecificErrors(
  errors: readonly StructuralError[],
  contract: JsonObject,
): readonly StructuralError[] {
  const others = withoutReferences(errors, contract).filter((error) => !isOfName(error));
  const specific = others.filter(({ keyword }) => !summarising.has(keyword));
  const resolved = withoutOtherTypes(resolveKinds(specific, contract), contract);
  const excluding = others.filter(({ keyword }) => keyword === 'not');
  const candidates = [[...resolved, ...excluding], others].find((some) => some.length > 0) ?? errors;
  const best = findBest(candidates);
  const parents = new Set([...best.keys()].flatMap((pointer) => withEnclosing(pointer).slice(1)));
  const chosen = new Set([...best.values()].flat());
  const typesAt = joinTypes(candidates);
  return candidates
    .filter((error) => chosen.has(error) && !parents.has(error.instancePath))
    .map((error) =>
      error.keyword === 'type' ? { ...error, params: { type: typesAt.get(error.instancePath) } } : error,
    );
}

/**
 * The most specific error of each place. If no branch of a choice knows several fields, there is an error for each of
 * them.
 */
function findBest(candidates: readonly StructuralError[]): ReadonlyMap<string, readonly StructuralError[]> {
  const votes = countVotes(candidates);
  const best = new Map<string, StructuralError[]>();
  for (const error of bySpecificity(candidates, votes)) {
    const known = best.get(error.instancePath);
    if (!known) best.set(error.instancePath, [error]);
    else if (known.every((one) => areBothUnknown(one, error, votes))) known.push(error);
  }
  return best;
}

/** Whether two errors concern two fields that are both unknown. */
function areBothUnknown(one: StructuralError, other: StructuralError, votes: Votes): boolean {
  const isUnknown = one.keyword === other.keyword && unknownField(one) !== undefined;
  return (
    isUnknown &&
    unknownField(one) !== unknownField(other) &&
    votes.get(signatureOf(one)) === votes.get(signatureOf(other))
  );
}

/** The types that all alternatives allow, by the pointer of the value that has none of them. */
function joinTypes(errors: readonly StructuralError[]): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, Set<string>>();
  for (const { instancePath, keyword, params } of errors) {
    const known = types.get(instancePath) ?? new Set<string>();
    types.set(instancePath, known);
    if (keyword === 'type') for (const type of [params['type']].flat()) known.add(String(type));
    if (keyword !== 'enum') continue;
    for (const value of params['allowedValues'] as readonly unknown[]) known.add(typeof value);
  }
  return new Map([...types].map(([pointer, known]) => [pointer, [...known]]));
}

/**
 * Sorts errors, most specific first. If two are equally specific, the one on which more branches of a choice agree
 * comes first.
 */
function bySpecificity(errors: readonly StructuralError[], votes: Votes): readonly StructuralError[] {
  const votesFor = (error: StructuralError): number => votes.get(signatureOf(error)) ?? 0;
  return errors.toSorted((a, b) => rankOf(a) - rankOf(b) || votesFor(b) - votesFor(a));
}

function countVotes(errors: readonly StructuralError[]): Votes {
  const votes = new Map<string, number>();
  for (const error of errors) {
    const signature = signatureOf(error);
    votes.set(signature, (votes.get(signature) ?? 0) + 1);
  }
  return votes;
}

function signatureOf({ instancePath, keyword, params }: StructuralError): string {
  return JSON.stringify([instancePath, keyword, params]);
}

/** Whether an error only explains why a name is invalid; another error reports the name. */
function isOfName({ keyword, propertyName }: StructuralError): boolean {
  return propertyName !== undefined && keyword !== 'propertyNames';
}

/**
 * Omits errors that only report that an object is not a reference. In Swagger 2.0 a reference has no other fields, so
 * this includes an error for each field of the object.
 */
function withoutReferences(
  errors: readonly StructuralError[],
  contract: JsonObject,
): readonly StructuralError[] {
  const rest = errors.filter((error) => !requiresReference(error));
  if (!Object.hasOwn(contract, 'swagger')) return rest;
  const requiring = Map.groupBy(errors.filter(requiresReference), ({ instancePath }) => instancePath);
  const votes = countVotes(rest);
  return rest.filter((error) => {
    const times = requiring.get(error.instancePath)?.length ?? 0;
    return error.keyword !== 'additionalProperties' || (votes.get(signatureOf(error)) ?? 0) > times;
  });
}

function requiresReference({ keyword, params }: StructuralError): boolean {
  return keyword === 'required' && params['missingProperty'] === '$ref';
}

/**
 * The position of an error in the specificity order. A missing parameter location or type of security scheme comes
 * first, since it determines the other members.
 */
function rankOf({ keyword, params }: StructuralError): number {
  if (keyword === 'required' && ['in', 'type'].includes(String(params['missingProperty']))) return -1;
  const rank = specificityOrder.indexOf(keyword);
  return rank === -1 ? specificityOrder.length : rank;
}

/** Omits type errors if another alternative lists values of the type that is written. */
function withoutOtherTypes(
  errors: readonly StructuralError[],
  contract: JsonObject,
): readonly StructuralError[] {
  const listed = new Set(
    errors.flatMap(({ keyword, params, instancePath }) => {
      if (keyword !== 'enum') return [];
      const written = typeof valueAt(contract, splitPointer(instancePath));
      const values = params['allowedValues'] as readonly unknown[];
      return values.some((value) => typeof value === written) ? [instancePath] : [];
    }),
  );
  return errors.filter(({ keyword, instancePath }) => keyword !== 'type' || !listed.has(instancePath));
}

/**
 * Reduces the errors of a failed `oneOf`, which come from all its alternatives. If the kind of the object is clear, the
 * errors of other kinds are omitted; if it is unknown, one error lists all kinds.
 */
function resolveKinds(errors: readonly StructuralError[], contract: JsonObject): readonly StructuralError[] {
  const kindErrors = errors.filter(({ params }) => valueOfKind(params) !== undefined);
  /** The required members of the kinds of an object, by the pointer of the object. */
  const required = new Map<string, readonly string[]>();
  const unknown = new Map<string, StructuralError>();
  for (const error of kindErrors) {
    const wanted = wantedAt(error.instancePath, contract);
    const parent = parentOf(error.instancePath);
    if (wanted) required.set(parent, [...(required.get(parent) ?? []), ...wanted]);
    else unknown.set(error.instancePath, joinValues(unknown.get(error.instancePath), error));
  }
  const others = errors.filter((error) => !kindErrors.includes(error));
  return [...withoutOtherKinds(others, required), ...unknown.values()];
}

/** The only value that a branch of a `oneOf` allows for a member; undefined if it allows several. */
function valueOfKind(params: StructuralError['params']): unknown {
  const values: unknown = params['allowedValues'];
  return Array.isArray(values) && values.length === 1 ? values[0] : undefined;
}

function wantedAt(pointer: string, contract: JsonObject): readonly string[] | undefined {
  const path = splitPointer(pointer);
  const kinds = (Object.hasOwn(contract, 'swagger') ? kindsOfSwagger : kindsOfOpenapi)[path.at(-1) ?? ''];
  const value = valueAt(contract, path);
  return kinds && typeof value === 'string' && Object.hasOwn(kinds, value) ? kinds[value] : undefined;
}

function joinValues(known: StructuralError | undefined, error: StructuralError): StructuralError {
  const before = (known?.params['allowedValues'] ?? []) as readonly unknown[];
  const allowedValues = [...new Set([...before, valueOfKind(error.params)])];
  return { ...error, params: { allowedValues } };
}

function withoutOtherKinds(
  errors: readonly StructuralError[],
  required: ReadonlyMap<string, readonly string[]>,
): readonly StructuralError[] {
  const isWanted = ({ instancePath, keyword, params }: StructuralError): boolean =>
    keyword === 'required' &&
    required.get(instancePath)?.includes(String(params['missingProperty'])) === true;
  const lacking = new Set(errors.filter(isWanted).map(({ instancePath }) => instancePath));
  return errors.filter(
    (error) =>
      !required.has(error.instancePath) ||
      (lacking.has(error.instancePath) ? isWanted(error) : error.keyword !== 'required'),
  );
}

function parentOf(pointer: string): string {
  return appendPointer('', ...splitPointer(pointer).slice(0, -1));
}
