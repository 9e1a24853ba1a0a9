import type { ErrorObject } from 'ajv';
import { describeDemand } from '#openapi/schema/describe-demand.ts';
import { placeOf, splitPointer, type Place } from '#source/place.ts';
import type { Checked } from '#compiler/declaration/checked-schemas.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { wouldBeSecret } from '#compiler/workspace/sounds-secret.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import { ajvForKinds } from './validators/ajv-for-kinds.ts';

/** A violation of a schema, with the code that it is reported under. */
export interface SchemaFinding extends Finding {
  readonly code: 'unknown-field' | 'missing-field' | 'invalid-value' | 'plain-text-secret';
}

const ajv = ajvForKinds({ allErrors: true, verbose: true });

/** Reports all violations of the kind's schema in a declaration. */
export function explainSchemaErrors(kind: Checked, value: unknown, place: Place): readonly SchemaFinding[] {
  if (ajv.validate(kind, value)) return [];
  return (ajv.errors ?? []).filter(isSpecific).map((error) => toFinding(error, kind, place));
}

/** Whether an error adds information: `discriminator` only repeats the errors of `required` and `enum` about `type`. */
function isSpecific({ keyword }: ErrorObject): boolean {
  return keyword !== 'discriminator';
}

function toFinding(error: ErrorObject, kind: Checked, root: Place): SchemaFinding {
  const at = placeOf(root, ...splitPointer(error.instancePath));
  if (error.keyword === 'additionalProperties') return unknownField(error, kind, at);
  if (error.keyword === 'required') return missingField(error, kind, at);
  if (mayHoldSecret(error)) return { at, ...plainTextSecret(kind) };
  return { code: 'invalid-value', at, ...explainValue(error, fieldName(error, kind)) };
}

/** Whether an invalid value may be a plain-text secret, since the schema marks its place as one for secrets. */
function mayHoldSecret({ parentSchema }: ErrorObject): boolean {
  return (parentSchema as { writeOnly?: boolean } | undefined)?.writeOnly === true;
}

function plainTextSecret(kind: Checked) {
  const command = kind === 'User' ? 'gatewright users add' : 'gatewright keys generate';
  return {
    code: 'plain-text-secret',
    message: 'Neither a digest nor a secret reference, so this may be a secret in plain text.',
    help: `Write \`fromEnv\` or \`fromFile\` for a reference, or generate a digest with \`${command}\`; replace a secret that was written here.`,
    secret: true,
  } as const;
}

function unknownField(error: ErrorObject, kind: Checked, parent: Place): SchemaFinding {
  const name = String(error.params['additionalProperty']);
  const at = placeOf(parent, name);
  if (mayHoldSecret(error) || wouldBeSecret(name, (error.data as Record<string, unknown>)[name])) {
    const message = `\`${name}\` is a plain-text secret; declarations may contain only digests and secret references.`;
    return { ...plainTextSecret(kind), at, part: 'key', message };
  }
  const { properties, description = '' } = error.parentSchema as {
    properties?: object;
    description?: string;
  };
  if (!properties) {
    const message = `The name ${JSON.stringify(name)} in ${fieldName(error, kind)} does not have the required form.`;
    return { code: 'invalid-value', at, part: 'key', message, help: description };
  }
  const fields = Object.keys(properties);
  return {
    code: 'unknown-field',
    at,
    part: 'key',
    message: `\`${name}\` is not a field of ${fieldName(error, kind)}.`,
    help: suggestName(name, fields, `Its fields are ${fields.join(', ')}.`),
  };
}

function missingField(error: ErrorObject, kind: Checked, at: Place): SchemaFinding {
  const name = String(error.params['missingProperty']);
  const properties = (error.parentSchema as { properties?: Record<string, { description?: string }> })
    .properties;
  const description = properties?.[name]?.description;
  return {
    code: 'missing-field',
    at,
    part: 'key',
    message: `\`${name}\` is missing from ${fieldName(error, kind)}.`,
    help: `Add \`${name}\`${description === undefined ? '.' : `: ${description}`}`,
  };
}

function explainValue(error: ErrorObject, field: string): { message: string; help?: string } {
  const description = (error.parentSchema as { description?: string } | undefined)?.description;
  if (error.keyword === 'enum') return explainChoice(error, field);
  if (error.keyword === 'const') {
    return {
      message: `${field} must be ${JSON.stringify(error.params['allowedValue'])}.`,
      ...(description && { help: description }),
    };
  }
  const hasForm = error.keyword === 'pattern' || error.keyword === 'format';
  const demand = hasForm ? 'does not have the required form' : (describeDemand(error) ?? error.message);
  return { message: `${field} ${demand}.`, ...(description && { help: description }) };
}

function explainChoice(error: ErrorObject, field: string): { message: string; help: string } {
  const choices = (error.params['allowedValues'] as readonly unknown[]).map(String);
  // A list with one valid choice is probably meant as that choice.
  const [only, ...others] = [error.data].flat() as readonly unknown[];
  const written = typeof only === 'string' && others.length === 0 ? only : JSON.stringify(error.data);
  const help = choices.includes(written)
    ? `Write \`${written}\`.`
    : suggestName(written, choices, `Choose one of ${choices.join(', ')}.`);
  return { message: `${field} must be one of ${choices.join(', ')}.`, help };
}

function nameWhole(kind: Checked): string {
  if (kind === 'IgnoreEntry' || kind === 'Approval') return 'an entry';
  return /^[AEIO]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

function fieldName(error: ErrorObject, kind: Checked): string {
  const last = splitPointer(error.instancePath).at(-1);
  if (last === undefined) return nameWhole(kind) + ofType(error);
  return /^\d+$/.test(last) ? `item ${last} of the list` : `\`${last}\``;
}

/** The words ` of type …` for a kind with several types, each with its own fields. */
function ofType({ parentSchema }: ErrorObject): string {
  const { type } =
    (parentSchema as { properties?: { type?: { const?: string } } } | undefined)?.properties ?? {};
  return type?.const === undefined ? '' : ` of type ${type.const}`;
}
