import type { ErrorObject } from 'ajv';
import { coerceText, coerceValue, malformed, type RawValue } from '#openapi/writing/coerce-value.ts';
import type { Findings } from '../findings.ts';
import type { NormalSchema } from '#openapi/schema/normalise-schema.ts';
import type { DeclaredParameter, ParameterLocation } from './declared-parameter.ts';
import { parseJson } from '../parse-json.ts';
import type { SchemaBag } from '../schemas/schema-bag.ts';
import {
  joinDeep,
  joinPairs,
  splitItems,
  splitMembers,
  unwrapScalar,
  wrongStyle,
} from '#openapi/writing/split-value.ts';
import { checkOfSchema, checkOfTypedSchema, type CheckValue } from './value-check.ts';
import { ValueShapes, type ValueShape } from '#openapi/writing/value-shape.ts';
import { writingOf, type Writing } from '#openapi/writing/writing.ts';

const nouns: Readonly<Record<ParameterLocation, string>> = {
  path: 'path parameter',
  query: 'query parameter',
  header: 'header',
  cookie: 'cookie',
  form: 'form field',
};

/** The check of one parameter of a request. */
export class ParameterCheck {
  readonly name: string;
  readonly required: boolean;
  readonly writing: Writing;
  readonly shape: ValueShape;
  readonly #declared: DeclaredParameter;
  readonly #check: CheckValue | undefined;
  /** "The query parameter `limit`". */
  readonly #label: string;
  readonly #isText: boolean;
  readonly #readsPlus: boolean;

  /** Throws if ajv cannot compile the schema. */
  constructor(declared: DeclaredParameter, schemas: SchemaBag) {
    this.#declared = declared;
    this.name = declared.name;
    this.required = declared.required;
    this.#label = `The ${nouns[declared.location]} \`${declared.name}\``;
    const schema = schemas.normalise(declared.schema);
    this.shape = new ValueShapes((name) => schemas.named(name)).shapeOf(schema);
    this.writing = writingOf(declared, this.shape);
    this.#check = compileCheck(this.writing, schema, schemas);
    this.#isText = this.writing === 'opaque' || (this.writing === 'scalar' && readsAsText(this.shape));
    this.#readsPlus = declared.location === 'query' && declared.name === 'sort';
  }

  /** Whether every text is valid, provided that it is sent once. */
  get acceptsAll(): boolean {
    const { style } = this.#declared.serialisation;
    return this.#isText && !this.#check && style !== 'label' && style !== 'matrix';
  }

  miss(findings: Findings): void {
    // An object whose members are sent as separate parameters may have none, if its schema accepts the empty object.
    if (this.writing === 'pairs' && !this.#check?.({}, 0)) return;
    findings.missing.push(`${this.#label} is missing.`);
  }

  /** Reports an invalid percent-escape in the text. */
  refuseEscape(findings: Findings): void {
    findings.malformed.push(`${this.#label} contains an invalid percent-escape.`);
  }

  /** Reports that it was sent under a name that some servers take for its own. */
  refuseSpelling(findings: Findings): void {
    findings.malformed.push(`${this.#label} is sent with a different spelling.`);
  }

  /** Checks the sent text or texts. For `pairs` and `deep`, these are names and values, alternating. */
  check(sent: string | readonly string[], findings: Findings): void {
    if (typeof sent === 'string') this.#checkText(sent, findings);
    else if (this.writing === 'repeated' || this.writing === 'pairs' || this.writing === 'deep')
      this.#checkList(sent, findings);
    else if (this.writing !== 'opaque') findings.malformed.push(`${this.#label} is sent more than once.`);
  }

  #checkText(sent: string, findings: Findings): void {
    const text = this.#readsPlus ? withPlus(sent) : sent;
    if (text === '' && this.#declared.allowsEmpty) return;
    switch (this.writing) {
      case 'opaque':
        return;
      case 'scalar':
        return this.#checkScalar(text, findings);
      case 'json':
        return this.#checkJson(text, findings);
      case 'list':
        return this.#checkRaw(this.#splitItems(text), findings);
      case 'object':
        return this.#checkRaw(splitMembers(text, this.#declared), findings);
      case 'repeated':
      case 'pairs':
      case 'deep':
        return this.#checkList([text], findings);
    }
  }

  /** Splits a list. The items of a header may be surrounded by white space (RFC 9110 section 5.6.1). */
  #splitItems(text: string): RawValue | typeof wrongStyle {
    const items = splitItems(text, this.#declared);
    return items === wrongStyle || this.#declared.location !== 'header'
      ? items
      : items.map((item) => item.trim());
  }

  #checkScalar(sent: string, findings: Findings): void {
    const text = unwrapScalar(sent, this.#declared);
    if (text === wrongStyle) return this.#refuseStyle(findings);
    const value = this.#isText ? text : coerceText(text, this.shape);
    if (value === malformed) return this.#refuseType(findings);
    const errors = this.#check?.(value, 0);
    if (errors && !this.#fitsOtherwise(text, value)) this.#report(errors, findings);
  }

  /** Whether the text is valid as another type, if the schema allows several. */
  #fitsOtherwise(text: string, value: unknown): boolean {
    const { types } = this.shape;
    if (value !== text && (!types || types.has('string'))) return !this.#check?.(text, 0);
    return !types && readings.some((type) => this.#fitsAs(text, type));
  }

  #fitsAs(text: string, type: string): boolean {
    const value = coerceText(text, { types: new Set([type]) });
    return value !== malformed && !this.#check?.(value, 0);
  }

  #checkJson(text: string, findings: Findings): void {
    const parsed = parseJson(Buffer.from(text));
    if (!parsed.ok) return void findings.malformed.push(`${this.#label} ${parsed.problem}.`);
    const errors = this.#check?.(parsed.value, text.length);
    if (errors) this.#report(errors, findings);
  }

  #checkList(sent: readonly string[], findings: Findings): void {
    if (this.writing === 'pairs') return this.#checkRaw(joinPairs(sent), findings);
    if (this.writing === 'deep') return this.#checkRaw(joinDeep(sent), findings);
    this.#checkRaw(this.#readsPlus ? sent.map(withPlus) : sent, findings);
  }

  #checkRaw(raw: RawValue | typeof wrongStyle, findings: Findings): void {
    if (raw === wrongStyle) return this.#refuseStyle(findings);
    const value = coerceValue(raw, this.shape);
    if (value === malformed) return this.#refuseType(findings);
    const errors = this.#check?.(value, 0);
    if (errors) this.#report(errors, findings);
  }

  #refuseStyle(findings: Findings): void {
    findings.malformed.push(`${this.#label} does not have the declared style.`);
  }

  #refuseType(findings: Findings): void {
    findings.malformed.push(`${this.#label} is not ${describeShape(this.shape)}.`);
  }

  #report(errors: readonly ErrorObject[], findings: Findings): void {
    findings.addErrors(errors, () => this.#label);
  }
}

function compileCheck(writing: Writing, schema: NormalSchema, schemas: SchemaBag): CheckValue | undefined {
  if (writing === 'opaque') return undefined;
  return writing === 'scalar' ? checkOfTypedSchema(schema, schemas) : checkOfSchema(schema, schemas);
}

const readings = ['number', 'boolean'];

function readsAsText({ types }: ValueShape): boolean {
  return !types || (types.size === 1 && types.has('string'));
}

/** Restores the plus before an attribute in a sort order, which was decoded as a space. */
function withPlus(text: string): string {
  return text.includes(' ') ? text.replaceAll(/(^|,) /g, '$1+') : text;
}

const typeNames: Readonly<Record<string, string>> = {
  boolean: 'a boolean',
  number: 'a number',
  integer: 'an integer',
  array: 'an array',
  object: 'an object',
};

function describeShape({ types, items }: ValueShape): string {
  const named = [...(types ?? [])].flatMap((type) => typeNames[type] ?? []);
  const [only] = named;
  const ofItems = [...(items?.types ?? [])].flatMap((type) => typeNames[type] ?? []);
  if (only === 'an array' && named.length === 1 && ofItems.length > 0)
    return `an array whose items are each ${ofItems.join(' or ')}`;
  return named.length === 0 ? 'of a type that is declared for it' : named.join(' or ');
}
