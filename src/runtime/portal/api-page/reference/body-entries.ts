import { canonicalJson } from '#compiled/canonical-json.ts';
import type { BodyNode, EncodingNode, OperationNode } from '#openapi/model.ts';
import type { WrittenSchema } from '#openapi/named-schemas.ts';
import { pathTo } from '#openapi/value-path.ts';
import { html } from '#runtime/pages/html.ts';
import { cutText } from '../../pages/render-within.ts';
import type { Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { bodyExampleEntries } from './example-entries.ts';
import { headerEntries, parameterEntry } from './parameter-entries.ts';
import type { ReferencePaths } from './reference-paths.ts';
import { linkEntries, textEntries } from './render-text.ts';
import { renderType } from './render-type.ts';
import { codeEntries, writeValue } from './render-value.ts';
import { schemaEntries, topView, type SchemaView } from './schema-entries.ts';
import { factEntries } from './schema-facts.ts';

const { reference } = texts;
const { operations } = texts.apiPage;

/** The body of a request: whether it is required, and its fields and examples in each media type. */
export function requestBodyEntries({ requestBody }: OperationNode, paths: ReferencePaths): readonly Entry[] {
  if (!requestBody) return [];
  return [
    () => html`<p>${requestBody.isRequired ? operations.bodyRequired : operations.bodyOptional}</p>`,
    ...(requestBody.text('in') === 'formData' ? [] : textEntries(requestBody.text('description'))),
    ...bodyEntries(requestBody.bodies, paths, 'body'),
  ];
}

/** Bodies by media type. Media types with the same schema are shown together. */
export function bodyEntries(
  bodies: readonly BodyNode[],
  paths: ReferencePaths,
  id: string,
): readonly Entry[] {
  return groupBodies(bodies).flatMap((group, index) => {
    const [first] = group;
    if (!first) return [];
    const direction = first.response ? 'response' : 'request';
    return groupEntries(group, first, topView(paths, direction, index === 0 ? id : `${id}-${index + 1}`));
  });
}

function groupEntries(group: readonly BodyNode[], first: BodyNode, view: SchemaView): readonly Entry[] {
  const mediaTypes = group.map(({ mediaType }) => mediaType);
  const schema = schemaOf(first);
  const { swaggerFields, itemSchema, document, operation } = first;
  const items = { written: itemSchema, valuePath: pathTo(first.valuePath, 'itemSchema') };
  return [
    () =>
      html`<h3>
        ${mediaTypes.slice(0, 30).map((mediaType) => html`<code>${cutText(mediaType, 300)}</code> `)}
        <span class="quiet">${swaggerFields ? undefined : renderType(schema, view.paths)}</span>
      </h3>`,
    ...(mediaTypes.length > 30 ? codeEntries(mediaTypes.join(', ')) : []),
    ...(swaggerFields ?? []).map((field) => parameterEntry(operation, field, view.paths)),
    ...schemaEntries(schema, view),
    ...(itemSchema === undefined
      ? []
      : [
          () => html`<p class="quiet small">${reference.eachItemOf}</p>`,
          ...schemaEntries(
            { ...items, node: document.schemaAt(items.written, items.valuePath) },
            { ...view, id: `${view.id}-item` },
          ),
        ]),
    ...group.flatMap((body) => encodingEntries(body, view)),
    ...examplesOfGroup(group),
  ];
}

function schemaOf({ writtenSchema, schemaPath, schema }: BodyNode): WrittenSchema {
  return { written: writtenSchema, valuePath: schemaPath, node: schema };
}

/** The bodies with equal schemas together. */
function groupBodies(bodies: readonly BodyNode[]): readonly (readonly BodyNode[])[] {
  const groups = Map.groupBy(bodies.slice(0, 300), keyOfSchemas);
  return [...groups.values(), ...bodies.slice(300).map((body) => [body])];
}

/** A text that is equal for bodies with equal schemas. All forms of Swagger 2.0 have the fields of their operation. */
function keyOfSchemas({ schema, writtenSchema, itemSchema, swaggerFields }: BodyNode): string {
  if (swaggerFields) return '';
  const isReference = schema !== undefined && schema.value !== writtenSchema;
  return canonicalJson([isReference ? schema.pointer : { writtenSchema }, { itemSchema }]);
}

/** The examples of each media type; one generated example serves for all. */
function examplesOfGroup(group: readonly BodyNode[]): readonly Entry[] {
  const withExamples = group.filter(({ describedExamples }) => describedExamples.length > 0);
  const shown = withExamples.length > 0 ? withExamples : group.filter(({ isJson }) => isJson).slice(0, 1);
  return shown.flatMap((body) => [
    ...(group.length > 1 && withExamples.length > 0
      ? [() => html`<p class="quiet small"><code>${cutText(body.mediaType, 300)}</code></p>`]
      : []),
    ...bodyExampleEntries(body),
  ]);
}

/** How the parts of a form or a sequence are encoded. */
function encodingEntries(body: BodyNode, view: SchemaView): readonly Entry[] {
  const { encodings, prefixEncodings, itemEncoding } = body;
  return [
    ...[...encodings].flatMap(([name, encoding]) => partEntries(reference.encoding(name), encoding, view)),
    ...prefixEncodings.flatMap((encoding, index) =>
      partEntries(reference.partNumber(index + 1), encoding, view),
    ),
    ...(itemEncoding ? partEntries(reference.encodingOfItems, itemEncoding, view) : []),
  ];
}

function partEntries(label: string, encoding: EncodingNode, view: SchemaView): readonly Entry[] {
  const { contentType, isStyled, serialisation, headers, ofParts } = encoding;
  const facts = [
    ...(contentType === undefined ? [] : [reference.contentType(contentType)]),
    ...(isStyled ? [reference.style(serialisation.style, serialisation.explode)] : []),
    ...(Object.keys(ofParts).length > 0 ? [writeValue(ofParts)] : []),
  ];
  return [
    () => html`<p class="quiet small">${cutText(label, 500)}</p>`,
    ...factEntries(facts),
    ...[...headers.values()].flatMap((header) => headerEntries(header, view)),
    ...linkEntries(encoding.externalDocs),
  ];
}
