import { kindSchemas } from '#compiler/declaration/kind-schemas.ts';

/** A place of a declaration or of an OpenAPI document that holds a text which people choose. */
export interface TextField {
  /** `Api deprecation/link`; `[]` stands for an item, `{}` for a member of a record, and `{key}` for its name. */
  readonly name: string;
  readonly kind: string;
  /** Which of the schemas of its kind, by their type: that of an identity provider. */
  readonly variant?: string;
  readonly steps: readonly string[];
  /** What the schema says about the text. */
  readonly limits: TextLimits;
}

interface TextLimits {
  readonly pattern?: string;
  readonly maxLength?: number;
}

export interface Schema extends TextLimits {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly maxProperties?: number;
  readonly minItems?: number;
  readonly minimum?: number;
}

/** The schema of each kind, as JSON Schema. */
export const schemas = kindSchemas as unknown as Readonly<Record<string, Schema>>;

/** Every text field of every kind, read from the schemas, so that a new one is drawn without a change here. */
export function listTextFields(): readonly TextField[] {
  return Object.entries(schemas).flatMap(([kind, schema]) =>
    (schema.oneOf ?? [schema]).flatMap((one) => {
      const variant = one.properties?.['type']?.const;
      return walk(one, []).map(({ steps, limits }) => ({
        name: `${kind} ${steps.join('/')}`,
        kind,
        ...(typeof variant === 'string' && { variant }),
        steps,
        limits,
      }));
    }),
  );
}

interface FoundText {
  readonly steps: readonly string[];
  readonly limits: TextLimits;
}

function walk(schema: Schema, steps: readonly string[]): readonly FoundText[] {
  const { properties = {}, items } = schema;
  const records = Object.entries(recordsOf(schema));
  return [
    ...(isText(schema) ? [{ steps, limits: schema }] : []),
    ...Object.entries(properties).flatMap(([name, member]) => walk(member, [...steps, name])),
    ...records.flatMap(([pattern, member]) => [
      { steps: [...steps, '{key}'], limits: { pattern } },
      ...walk(member, [...steps, '{}']),
    ]),
    ...(items ? walk(items, [...steps, '[]']) : []),
  ];
}

function recordsOf({ patternProperties, additionalProperties }: Schema): Readonly<Record<string, Schema>> {
  if (patternProperties) return patternProperties;
  return typeof additionalProperties === 'object' ? { '': additionalProperties } : {};
}

/** Words of a list and dates are not chosen freely. */
function isText({ type, const: constant, enum: words, format, pattern = '' }: Schema): boolean {
  if (constant !== undefined || words !== undefined || format !== undefined) return false;
  // Nor are digests.
  if (/^\^(sha256:|\\\$argon2id)/.test(pattern)) return false;
  return [type].flat().includes('string');
}
