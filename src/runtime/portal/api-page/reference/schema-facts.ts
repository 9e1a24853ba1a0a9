import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import type { Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { codeEntries, writeValue } from './render-value.ts';

const { facts } = texts.reference;

/** What one keyword of a schema demands, as a short text; undefined if it demands nothing. */
type Describe = (value: Json, schema: JsonObject) => string | readonly string[] | undefined;

const given =
  (describe: (value: string) => string): Describe =>
  (value) =>
    describe(writeText(value));

function writeText(value: Json): string {
  return typeof value === 'string' ? value : writeValue(value);
}

const flag =
  (text: string): Describe =>
  (value) =>
    value === true ? text : undefined;

/** A bound that is a flag of another keyword before OpenAPI 3.1, and a number after. */
const exclusive =
  (bound: string, describe: (value: string) => string): Describe =>
  (value, schema) => {
    if (value === true) return schema[bound] === undefined ? undefined : describe(writeValue(schema[bound]));
    return value === false ? undefined : describe(writeValue(value));
  };

const inclusive =
  (flagName: string, describe: (value: string) => string): Describe =>
  (value, schema) =>
    schema[flagName] === true ? undefined : describe(writeValue(value));

const closed =
  (text: string): Describe =>
  (value) =>
    value === false ? text : undefined;

const describers: Readonly<Record<string, Describe>> = {
  format: given(facts.format),
  minimum: inclusive('exclusiveMinimum', facts.minimum),
  maximum: inclusive('exclusiveMaximum', facts.maximum),
  exclusiveMinimum: exclusive('minimum', facts.exclusiveMinimum),
  exclusiveMaximum: exclusive('maximum', facts.exclusiveMaximum),
  multipleOf: given(facts.multipleOf),
  minLength: given(facts.minLength),
  maxLength: given(facts.maxLength),
  pattern: given(facts.pattern),
  minItems: given(facts.minItems),
  maxItems: given(facts.maxItems),
  uniqueItems: flag(facts.uniqueItems),
  minContains: given(facts.minContains),
  maxContains: given(facts.maxContains),
  minProperties: given(facts.minProperties),
  maxProperties: given(facts.maxProperties),
  additionalProperties: closed(facts.noOtherFields),
  unevaluatedProperties: closed(facts.noOtherFields),
  unevaluatedItems: closed(facts.noOtherItems),
  items: closed(facts.noOtherItems),
  readOnly: flag(facts.readOnly),
  writeOnly: flag(facts.writeOnly),
  deprecated: flag(texts.reference.deprecated),
  contentEncoding: given(facts.contentEncoding),
  contentMediaType: given(facts.contentMediaType),
  collectionFormat: (value) => (value === 'csv' ? undefined : facts.collectionFormat(writeText(value))),
  dependentRequired: (value) =>
    isJsonObject(value)
      ? Object.entries(value).map(([name, names]) => facts.dependentRequired(name, listTexts(names)))
      : undefined,
  xml: (value) => (isJsonObject(value) ? facts.xml(writeValue(value)) : undefined),
};

/** The required fields that a schema does not describe, as a fact; the others are marked where they are. */
export function listOtherRequired({ required, properties }: SchemaNode): readonly string[] {
  const others = [...required].filter((name) => !properties.has(name));
  return others.length > 0 ? [facts.requiredFields(others.join(', '))] : [];
}

function listTexts(value: Json): string {
  return Array.isArray(value) ? (value as readonly Json[]).map(writeText).join(', ') : writeValue(value);
}

/** Keywords that other functions show, and those that mean nothing to callers. */
const shownElsewhere: ReadonlySet<string> = new Set(
  (
    'type nullable x-nullable title description enum const default example examples externalDocs ' +
    'properties patternProperties allOf oneOf anyOf not if then else prefixItems contains ' +
    'propertyNames required dependentSchemas contentSchema discriminator definitions ' +
    '$ref $schema $id $anchor $dynamicAnchor $defs $comment name in summary schema content explode style ' +
    'allowEmptyValue allowReserved'
  ).split(' '),
);

/** What a schema itself demands of its values, as short texts. Unknown keywords are shown as they are. */
export function listFacts(schema: JsonObject): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (Object.hasOwn(describers, keyword)) return describers[keyword]?.(value, schema) ?? [];
    const isOther = !shownElsewhere.has(keyword) && !keyword.startsWith('x-');
    return isOther ? facts.other(keyword, writeValue(value)) : [];
  });
}

/** In UTF-16 code units; a longer fact is a block of code. */
const longestFact = 300;

/** The facts in one line, and each long one below it. */
export function factEntries(listed: readonly string[]): readonly Entry[] {
  const short = listed.filter((fact) => fact.length <= longestFact);
  const long = listed.filter((fact) => fact.length > longestFact);
  const lines = Array.from({ length: Math.ceil(short.length / 20) }, (_, line) =>
    short.slice(line * 20, (line + 1) * 20),
  );
  return [...lines.map((line) => () => renderFacts(line)), ...long.flatMap(codeEntries)];
}

function renderFacts(listed: readonly string[]): Html {
  return html`<ul class="meta">
    ${listed.map((fact) => html`<li>${fact}</li>`)}
  </ul>`;
}
