import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { noFindings } from '#compiler/rule/check-schemas.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { PartSearch } from './parts/part-search.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';
import { listSome } from '#compiler/rule/words/list-names.ts';
import { haveSameWords } from '#compiler/rule/words/split-words.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { SchemaNode } from '#openapi/model.ts';

const limitIs = (schema: string) =>
  editDefinition('{ type: integer, minimum: 1, maximum: 100, default: 20 }', schema);

/** An object may have the members that it must have. */
export const requiredAllowed = defineRule({
  name: 'required-allowed',
  section: '4.4',
  severity: 'error',
  group: 'design',
  summary: 'A closed schema declares every property that it requires.',
  why: 'With `additionalProperties: false` and without the property, no object fits, so the gateway refuses every call.',
  examples: [
    {
      title: 'A required property that an open schema does not declare',
      edits: [limitIs('{ type: object, required: [name], properties: { nmae: {} } }')],
      findings: [],
    },
    {
      title: 'A required property that a closed schema does not declare',
      edits: [
        limitIs(
          '{ type: object, required: [age, name], properties: { age: {}, nmae: {} }, additionalProperties: false }',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:94:47 The schema requires `name`, but does not allow it.'],
    },
    {
      title: 'A schema that requires more than a closed part of its `allOf` allows',
      edits: [
        limitIs(
          '{ required: [name], properties: { name: {} }, allOf: [{ properties: { age: {} }, additionalProperties: false }] }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:94:61 The schema requires `name`, which a part of its `allOf` does not allow.',
      ],
    },
  ],
  checkDefinition: {
    schema(schema, { report }) {
      for (const finding of findImpossible(schema)) report(finding);
    },
  },
});

function findImpossible(schema: SchemaNode): readonly DefinitionFinding[] {
  const { required, allOf } = schema.value;
  if (required === undefined && allOf === undefined) return noFindings;
  const own = namesIn(required).flatMap(([index, name]) =>
    isAllowed(name, schema.value) ? [] : [describe(schema, index, name)],
  );
  return Array.isArray(allOf) ? [...own, ...findBetweenParts(schema)] : own;
}

const searches = oncePerDocument(() => ({
  requiring: new PartSearch(({ value }) => namesIn(value['required']).length > 0),
  refusing: new PartSearch(({ value }) => refusesNames(value)),
}));

/** A property that one part requires and another does not allow. */
interface Conflict {
  readonly part: SchemaNode;
  readonly index: number;
  readonly name: string;
  readonly closed: SchemaNode;
}

/** Reports properties that one part requires and another refuses; the finding names the first such property. */
function findBetweenParts(schema: SchemaNode): readonly DefinitionFinding[] {
  const { requiring, refusing } = searches(schema.document);
  // Fast path: in a long chain of schemas that extend each other, the total number of parts is quadratic.
  if (!requiring.isIn(schema) || !refusing.isIn(schema)) return [];
  const conflicts = findConflicts(schema);
  const [first] = conflicts;
  if (!first) return [];
  const closed = [...new Set(conflicts.map((conflict) => conflict.closed))];
  const related = [
    { message: 'required here', at: first.part.pointerTo('required', first.index) },
    ...closed.map(({ pointer }) => ({ message: 'the closed part', at: pointer })),
  ];
  const message = describeConflict(schema, first);
  return [
    {
      at: schema.pointerTo('allOf'),
      part: 'key',
      message,
      help: adviseOnConflicts(schema, conflicts),
      related,
    },
  ];
}

/** The maximum number of conflicts to find: there may be many parts, and a reader needs no more than this. */
const maxConflicts = 100;

/** The properties that one part requires and a closed part does not allow, up to a limit. */
function findConflicts({ parts }: SchemaNode): readonly Conflict[] {
  const refusing = parts.filter(({ value }) => refusesNames(value));
  const found: Conflict[] = [];
  for (const part of parts) {
    for (const [index, name] of namesIn(part.value['required'])) {
      const others = refusing.filter((other) => other !== part && !isAllowed(name, other.value));
      found.push(...others.map((closed) => ({ part, index, name, closed })));
      if (found.length >= maxConflicts) return found;
    }
  }
  return found;
}

function namesIn(required: Json | undefined): readonly (readonly [number, string])[] {
  if (!Array.isArray(required)) return [];
  return [...(required as readonly Json[]).entries()].flatMap(([index, name]) =>
    typeof name === 'string' ? [[index, name] as const] : [],
  );
}

function isAllowed(
  name: string,
  { properties = {}, patternProperties, additionalProperties }: JsonObject,
): boolean {
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name] !== false;
  return additionalProperties !== false || patternProperties !== undefined;
}

/** Whether a schema itself forbids any property name. */
function refusesNames({ properties, patternProperties, additionalProperties }: JsonObject): boolean {
  if (isJsonObject(properties) && Object.values(properties).includes(false)) return true;
  return additionalProperties === false && patternProperties === undefined;
}

function describe(schema: SchemaNode, index: number, name: string): DefinitionFinding {
  return {
    at: schema.pointerTo('required', index),
    message: `The schema requires \`${name}\`, but does not allow it.`,
    help: adviseOnForbidden(schema, name),
  };
}

function adviseOnForbidden(schema: SchemaNode, name: string): string {
  const { properties } = schema.value;
  const declared = isJsonObject(properties) ? Object.keys(properties) : [];
  if (declared.includes(name)) return `Replace \`${name}: false\` by its schema, or do not require it.`;
  if (isInSomePart(schema, name))
    return 'Remove `additionalProperties: false`, which forbids what only the parts of the schema declare.';
  const same = declared.find((other) => haveSameWords(name, other));
  return same === undefined
    ? `Declare \`${name}\` among the properties, or do not require it.`
    : `Require \`${same}\`, which is declared, or declare \`${name}\` among the properties.`;
}

/** Whether a part of `allOf` or an alternative declares a property. */
function isInSomePart(schema: SchemaNode, name: string): boolean {
  return [schema, ...schema.alternatives].some(({ properties }) => properties.has(name));
}

function describeConflict({ value }: SchemaNode, { part, name, closed }: Conflict): string {
  if (closed.value === value)
    return `A part of \`allOf\` requires \`${name}\`, which the schema around it does not allow.`;
  return part.value === value
    ? `The schema requires \`${name}\`, which a part of its \`allOf\` does not allow.`
    : `One part of \`allOf\` requires \`${name}\`, and another does not allow it.`;
}

function adviseOnConflicts({ value, parts }: SchemaNode, conflicts: readonly Conflict[]): string {
  const closed = [...new Set(conflicts.map((conflict) => conflict.closed))];
  const names = new Set(conflicts.map(({ name }) => name));
  const isAround = closed[0]?.value === value;
  if (forbidMore(closed, parts, names)) return adviseToOpen(closed.length, isAround);
  if (closed.length > 1)
    return 'Open the closed schemas, or declare in each of them what the others require.';
  return isAround
    ? `Declare ${listSome([...names])} in the schema around \`allOf\` too, or open that schema.`
    : `Declare ${listSome([...names])} in the closed part too, or open that part.`;
}

/**
 * Whether closed schemas forbid further properties that other parts declare, so that declaring `names` is not enough.
 */
function forbidMore(
  closed: readonly SchemaNode[],
  parts: readonly SchemaNode[],
  names: ReadonlySet<string>,
): boolean {
  if (closed.some(({ value }) => value['additionalProperties'] !== false)) return false;
  return parts.some(({ value: { properties } }) => {
    const more = Object.keys(isJsonObject(properties) ? properties : {}).filter((name) => !names.has(name));
    return closed.some(({ value }) => more.some((name) => !isAllowed(name, value)));
  });
}

function adviseToOpen(count: number, isAround: boolean): string {
  const remove = 'Remove `additionalProperties: false` from';
  if (count > 1) return `${remove} the closed schemas; each forbids what only the others declare.`;
  return isAround
    ? `${remove} the schema around \`allOf\`; it forbids what only its parts declare.`
    : `${remove} the closed part; it forbids what only the others declare.`;
}
