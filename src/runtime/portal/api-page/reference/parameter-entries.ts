import type { HeaderNode, OperationNode, ParameterNode } from '#openapi/model.ts';
import type { WrittenSchema } from '#openapi/named-schemas.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { cutText } from '../../pages/render-within.ts';
import type { Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { makeId } from './anchors.ts';
import { exampleEntries } from './example-entries.ts';
import type { ReferencePaths } from './reference-paths.ts';
import { renderField } from './render-field.ts';
import { linkEntries, textEntries } from './render-text.ts';
import { renderType } from './render-type.ts';
import { innerEntries, ownEntries, topView, type SchemaView } from './schema-entries.ts';
import { factEntries } from './schema-facts.ts';

const { reference } = texts;

/** The parameters of an operation, each as one entry. */
export function parameterEntries(operation: OperationNode, paths: ReferencePaths): readonly Entry[] {
  return listParameters(operation).map((parameter) => parameterEntry(operation, parameter, paths));
}

/** The parameters of an operation, with the headers that clients set by themselves. */
export function listParameters({ parameters, ignoredHeaders }: OperationNode): readonly ParameterNode[] {
  return [...parameters, ...ignoredHeaders];
}

/** One parameter, or one field of a form of Swagger 2.0. */
export function parameterEntry(
  operation: OperationNode,
  parameter: ParameterNode,
  paths: ReferencePaths,
): Entry {
  const { name, location, isRequired, isDeprecated } = parameter;
  const view = topView(paths, 'request', makeId('parameter', location, name));
  return () =>
    renderField({
      id: view.id,
      label: html`<code>${cutText(name, 500)}</code>`,
      type: renderType(schemaOf(parameter), paths),
      isRequired: isRequired && !parameter.isIgnored,
      isDeprecated,
      own: ownParameterEntries(parameter),
      inner: (most) => innerEntries(schemaOf(parameter), view, most),
      innerTitle: reference.details,
      innerLimit: 8000,
      page: paths.operation(operation, { part: 'parameter', in: location, name }),
      pageTitle: reference.restOf.parameter,
    });
}

/** Everything about a parameter, for a page of its own. */
export function wholeParameterEntries(parameter: ParameterNode, paths: ReferencePaths): readonly Entry[] {
  const view = topView(paths, 'request', 'parameter');
  return [
    () =>
      html`<p>
        <code>${cutText(parameter.name, 1000)}</code>
        <span class="quiet">${renderType(schemaOf(parameter), paths)}</span>
      </p>`,
    ...ownParameterEntries(parameter),
    ...innerEntries(schemaOf(parameter), view),
  ];
}

function ownParameterEntries(parameter: ParameterNode): readonly Entry[] {
  const { location, written, allowsEmpty, isIgnored } = parameter;
  const locations: Readonly<Record<string, string>> = reference.locations;
  return [
    ...factEntries([
      locations[location] ?? reference.location(location),
      ...styleFacts(written, location),
      ...(allowsEmpty ? [reference.allowsEmpty] : []),
      ...(parameter.value['allowReserved'] === true ? [reference.allowsReserved] : []),
      ...(isIgnored ? [reference.ignoredHeader] : []),
    ]),
    ...(isDescribedBySchema(parameter) ? [] : textEntries(parameter.text('description'))),
    ...ownEntries(schemaOf(parameter)),
    ...parameter.describedExamples.flatMap((example) => exampleEntries(example)),
  ];
}

/** In Swagger 2.0, a parameter or a header may be its own schema, whose description is shown with it. */
function isDescribedBySchema({ schema, value }: ParameterNode | HeaderNode): boolean {
  return schema?.value === value;
}

/** How a value is written, unless it is the default of its location. */
function styleFacts(
  { serialisation, mediaType }: ParameterNode['written'],
  location: string,
): readonly string[] {
  if (mediaType !== undefined) return [reference.mediaType(mediaType)];
  const { style, explode } = serialisation;
  const isUsual = location === 'path' || location === 'header' ? style === 'simple' : style === 'form';
  const isUsuallyExploded = location === 'query' || location === 'cookie';
  return isUsual && explode === isUsuallyExploded ? [] : [reference.style(style, explode)];
}

function schemaOf({ written }: ParameterNode | HeaderNode): WrittenSchema {
  return { written: written.schema, valuePath: written.schemaPath, node: written.schemaNode };
}

/** Everything about a header of a response or of a part of a body. */
export function headerEntries(header: HeaderNode, view: SchemaView): readonly Entry[] {
  const id = `${view.id}-${makeId('header', header.name)}`;
  const inner = innerEntries(schemaOf(header), { ...view, id });
  return [() => renderHeader(header, id, view), ...ownHeaderEntries(header), ...inner];
}

/** The name of a header, its type, and what is always shown of it. */
function renderHeader(header: HeaderNode, id: string, { paths }: SchemaView): Html {
  return renderField({
    id,
    label: html`<code>${cutText(header.name, 500)}</code>`,
    type: renderType(schemaOf(header), paths),
    isRequired: header.isRequired,
    isDeprecated: header.value['deprecated'] === true,
    own: [],
    inner: () => [],
    innerTitle: reference.details,
    innerLimit: 0,
    page: undefined,
    pageTitle: header.name,
  });
}

function ownHeaderEntries(header: HeaderNode): readonly Entry[] {
  return [
    ...factEntries(styleFacts(header.written, 'header')),
    ...(isDescribedBySchema(header) ? [] : textEntries(header.text('description'))),
    ...ownEntries(schemaOf(header)),
    ...header.describedExamples.flatMap((example) => exampleEntries(example)),
    ...linkEntries(header.externalDocs),
  ];
}
