import { isJsonObject, omit, type Json, type JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { nameOfSchema, type WrittenSchema } from '#openapi/named-schemas.ts';
import { pointerOf } from '#openapi/value-path.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { cutText } from '../../pages/render-within.ts';
import type { Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { makeId } from './anchors.ts';
import type { ReferencePaths } from './reference-paths.ts';
import { renderField } from './render-field.ts';
import { linkEntries, moreText, textEntries } from './render-text.ts';
import { itemsOf, renderName, renderType } from './render-type.ts';
import { codeEntries, valueEntries, writeValue } from './render-value.ts';
import { factEntries, listFacts, listOtherRequired } from './schema-facts.ts';
import { itemsTogether, listParts, type SchemaPart } from './schema-parts.ts';

const { reference } = texts;

/** How a schema is shown. */
export interface SchemaView {
  readonly paths: ReferencePaths;
  /** In a request, fields that are read-only are only named; in a response, those that are write-only. */
  readonly direction: 'request' | 'response' | 'both';
  /** Begins the IDs of its fields. */
  readonly id: string;
  /** The schemas around it. */
  readonly above: readonly JsonObject[];
}

/** The view of a schema that no other schema contains. */
export function topView(paths: ReferencePaths, direction: SchemaView['direction'], id: string): SchemaView {
  return { paths, direction, id, above: [] };
}

/** Everything about a schema. */
export function schemaEntries(schema: WrittenSchema, view: SchemaView): readonly Entry[] {
  return [...ownEntries(schema), ...innerEntries(schema, view)];
}

/** What a schema demands of its values, without what is inside of them. */
export function ownEntries({ written, node }: WrittenSchema): readonly Entry[] {
  const annotated = written === node?.value ? [] : referenceEntries(written, node);
  if (!node) return annotated;
  const isOwn = (part: SchemaNode) => part === node || nameOfSchema(part) === undefined;
  const parts = node.parts.filter(isOwn);
  const others = node.parts.filter((part) => !isOwn(part));
  return [
    ...annotated,
    ...parts.flatMap((part) => describePart(part).annotations),
    ...parts.flatMap((part) => linkEntries(part.externalDocs)),
    ...factEntries([
      ...new Set([...node.parts.flatMap((part) => describePart(part).facts), ...listOtherRequired(node)]),
    ]),
    ...[...parts, ...others].flatMap((part) => describePart(part).values),
    ...itemOwnEntries(node),
  ];
}

/** What one schema says of its values. */
interface PartDescription {
  readonly annotations: readonly Entry[];
  readonly facts: readonly string[];
  readonly values: readonly Entry[];
}

const described = new WeakMap<SchemaNode, PartDescription>();

/** Kept with the schema, since many fields of a page may refer to one with long texts. */
function describePart(part: SchemaNode): PartDescription {
  const known = described.get(part);
  if (known) return known;
  const exact = exactKeywords(part);
  const found = {
    annotations: annotationEntries(part.value),
    facts: listFacts(exact),
    values: listedValues(exact),
  };
  described.set(part, found);
  return found;
}

/** What a document says next to a reference to a schema. */
function referenceEntries(written: Json | undefined, node: SchemaNode | undefined): readonly Entry[] {
  if (!isJsonObject(written) || typeof written['$ref'] !== 'string') return [];
  const exact = node ? exactMembers(written, node) : written;
  const annotations = omit(exact, new Set(['$ref']));
  return [
    ...annotationEntries(annotations),
    ...factEntries(listFacts(annotations)),
    ...listedValues(annotations),
  ];
}

/** The keywords of a schema, for JSON.stringify, which writes their numbers as the document does. */
function exactKeywords(node: SchemaNode): JsonObject {
  return exactMembers(node.value, node);
}

function exactMembers(written: JsonObject, { document }: SchemaNode): JsonObject {
  const { exactValues } = document;
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, exactValues.member(written, name) ?? value]),
  );
}

/** The title, the description and the values of a schema. */
function annotationEntries(schema: JsonObject): readonly Entry[] {
  const { title, description } = schema;
  const heading =
    typeof title === 'string' && title !== ''
      ? [() => html`<p class="small">${title.slice(0, 500)}</p>`]
      : [];
  return [...heading, ...textEntries(description)];
}

/** The values that a schema lists. */
function listedValues(schema: JsonObject): readonly Entry[] {
  const { enum: choices, const: constant, default: usual, example, examples } = schema;
  const list = (label: string, value: Json | undefined) =>
    value === undefined ? [] : valueEntries(label, [value]);
  return [
    ...(Array.isArray(choices) ? valueEntries(reference.values, choices as readonly Json[]) : []),
    ...list(reference.constant, constant),
    ...list(reference.default, usual),
    ...list(reference.example, example),
    ...(Array.isArray(examples) ? valueEntries(reference.example, examples as readonly Json[]) : []),
  ];
}

/** What an array demands of all its items. */
function itemOwnEntries(node: SchemaNode): readonly Entry[] {
  const items = itemsTogether(node);
  if (!items) return [];
  const own = ownEntries(items);
  return own.length === 0 ? [] : [() => html`<p class="quiet small">${reference.items}</p>`, ...own];
}

/**
 * What is inside the values of a schema: fields, items and forms. With `most`, lists as many entries if there are more,
 * without reading the others.
 */
export function innerEntries({ node }: WrittenSchema, view: SchemaView, most = Infinity): readonly Entry[] {
  if (!node) return [];
  const included = node.parts.filter((part) => part !== node).flatMap((part) => nameOfSchema(part) ?? []);
  const inside = { ...view, above: [...view.above, node.value] };
  const parts = listParts(node, most);
  const hidden = new Set(parts.filter((part) => isHidden(part, view)));
  return [
    ...(included.length > 0 ? [() => renderIncluded(included, view.paths)] : []),
    ...node.parts.flatMap((part) => discriminatorEntries(part, view.paths)),
    ...parts.flatMap((part) => (hidden.has(part) ? [] : partEntries(part, inside, most))),
    ...(hidden.size > 0 ? hiddenEntries([...hidden], view) : []),
  ];
}

function partEntries(part: SchemaPart, view: SchemaView, most: number): readonly Entry[] {
  if (part.type === 'heading') return [() => html`<p class="quiet small">${part.label}</p>`];
  if (part.type === 'items' && part.schema.node && !isAbove(part.schema, view))
    return innerEntries(part.schema, { ...view, id: `${view.id}[]` }, most);
  return [() => renderPart(part, view)];
}

/** The maximum length of what is unfolded inside of fields, by their depth; deeper ones are on the pages of schemas. */
const innerLimits = [24_000, 10_000, 4000, 2000];

function renderPart(part: Exclude<SchemaPart, { readonly type: 'heading' }>, view: SchemaView): Html {
  const { schema, label } = part;
  const isRecursive = isAbove(schema, view);
  const id = `${view.id}.${makeId(part.name)}`;
  return renderField({
    id,
    label: renderLabel(part.type, label),
    type: renderType(schema, view.paths),
    isRequired: part.type === 'field' && part.isRequired,
    isDeprecated: schema.node?.keyword('deprecated') === true,
    own: ownEntries(schema),
    inner: (most) => innerEntries(schema, { ...view, id }, most),
    innerTitle: titleOf(schema),
    shownBefore: isRecursive ? renderSee(schema, view.paths) : undefined,
    innerLimit: isRecursive ? 0 : (innerLimits[view.above.length - 1] ?? 0),
    page: pageOf(schema, view.paths),
    pageTitle: cutText((schema.node && nameOfSchema(schema.node)) ?? label, 200),
  });
}

function renderLabel(type: 'field' | 'other' | 'items', label: string): Html {
  const shown = cutText(label, 1000);
  return type === 'field' ? html`<code>${shown}</code>` : html`<span>${shown}</span>`;
}

function titleOf({ node }: WrittenSchema): string {
  const items = node && itemsOf(node)?.node;
  const name = (node && nameOfSchema(node)) ?? (items && nameOfSchema(items));
  return name === undefined ? reference.details : reference.fieldsOf(name.slice(0, 200));
}

/** Whether a schema, or the items of an array, contain themselves. */
function isAbove({ node }: WrittenSchema, { above }: SchemaView): boolean {
  if (!node) return false;
  const items = node.isArray ? itemsOf(node)?.node : undefined;
  return above.includes(node.value) || (items !== undefined && above.includes(items.value));
}

/** A link to the named schema that a schema repeats; undefined if it has more than that inside. */
function renderSee({ node }: WrittenSchema, paths: ReferencePaths): Html | undefined {
  if (!node) return undefined;
  const own = nameOfSchema(node);
  const items = itemsTogether(node)?.node;
  const ofItems = items && listParts(node, 2).length === 1 ? nameOfSchema(items) : undefined;
  const name = own ?? ofItems;
  const page = name === undefined ? undefined : paths.named(name);
  if (name === undefined || page === undefined) return undefined;
  return html`<p class="small"><a href="${page}">${reference.see(cutText(name, 200))}</a></p>`;
}

/** The page of a schema; keywords next to a reference are on a page of their own. */
function pageOf({ written, valuePath, node }: WrittenSchema, paths: ReferencePaths): string | undefined {
  const isBare = isJsonObject(written) && Object.keys(written).length === 1;
  return node && (isBare || written === node.value) ? paths.schema(node) : paths.at(pointerOf(valuePath));
}

function renderIncluded(names: readonly string[], paths: ReferencePaths): Html {
  return html`<p class="small">
    <span class="quiet">${reference.includes}</span>
    ${names.slice(0, 50).map((name, index) => html`${index > 0 ? ', ' : undefined}${renderName(name, paths)}`)}
    ${moreText(names.length - 50)}
  </p>`;
}

/** The field that chooses a form, and the form that each of its values chooses (OpenAPI 3.1, section 4.8.25). */
function discriminatorEntries({ value, document }: SchemaNode, paths: ReferencePaths): readonly Entry[] {
  const { discriminator } = value;
  if (typeof discriminator === 'string') return [() => renderDiscriminator(discriminator)];
  if (!isJsonObject(discriminator)) return [];
  const { propertyName, mapping } = discriminator;
  const chosen = Object.entries(isJsonObject(mapping) ? mapping : {});
  return [
    () => renderDiscriminator(typeof propertyName === 'string' ? propertyName : ''),
    ...chosen.map(([choice, target]) => () => {
      const text = typeof target === 'string' ? target : '';
      const node = document.schemaOf(text) ?? document.schemaOf(`#/components/schemas/${text}`);
      const name = node && nameOfSchema(node);
      return html`<p class="small">
        <code>${choice.slice(0, 500)}</code> →
        ${name === undefined ? html`<code>${writeValue(target).slice(0, 500)}</code>` : renderName(name, paths)}
      </p>`;
    }),
  ];
}

function renderDiscriminator(propertyName: string): Html {
  return html`<p class="small">
    <span class="quiet">${reference.discriminator}</span> <code>${propertyName.slice(0, 500)}</code>
  </p>`;
}

function isHidden(part: SchemaPart, { direction }: SchemaView): boolean {
  if (part.type !== 'field' || direction === 'both') return false;
  const flag = direction === 'request' ? 'readOnly' : 'writeOnly';
  const { written, node } = part.schema;
  return node?.keyword(flag) === true || (isJsonObject(written) && written[flag] === true);
}

/** The names of the fields that are not sent, or not received, with links to their schemas. */
function hiddenEntries(hidden: readonly SchemaPart[], { direction, paths }: SchemaView): readonly Entry[] {
  const label = direction === 'request' ? reference.notSent : reference.notReceived;
  return [
    () => html`<p class="quiet small">${label}</p>`,
    ...hidden.flatMap((part) => {
      if (part.type !== 'field') return [];
      const page = pageOf(part.schema, paths);
      if (part.label.length > 1000) return codeEntries(part.label);
      const name = html`<code>${part.label}</code>`;
      return [
        () => html`<p class="small">${page === undefined ? name : html`<a href="${page}">${name}</a>`}</p>`,
      ];
    }),
  ];
}
