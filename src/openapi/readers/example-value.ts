import { valueAt, type Json, type JsonObject } from '#compiled/json.ts';
import type { OpenapiNode } from '../model.ts';
import { membersOf } from './node-reader.ts';
import type { DescribedExample, Located, WrittenExample } from '../plain-parts.ts';
import { isJson } from '../serialisation.ts';
import type { WrittenDocument } from '../written-document.ts';
import { pointerOf, pathTo } from '../value-path.ts';

/** An example whose pointer is computed only when needed, since most examples are valid. */
export class LocatedExample implements WrittenExample {
  readonly value: Json;
  readonly #document: WrittenDocument;
  readonly #holder: Located;
  readonly #below: readonly (string | number)[];
  readonly name: string | undefined;

  constructor(
    value: Json,
    document: WrittenDocument,
    holder: Located,
    below: readonly (string | number)[],
    name?: string,
  ) {
    this.value = value;
    this.name = name;
    this.#document = document;
    this.#holder = holder;
    this.#below = below;
  }

  get pointer(): string {
    return pointerOf(this.#holder.valuePath, ...this.#below);
  }

  get exact(): Json {
    const parent = valueAt(this.#holder.value, this.#below.slice(0, -1));
    return this.#document.exactValues.member(parent ?? null, this.#below.at(-1) ?? '') ?? this.value;
  }
}

/** An object with examples, in its document. */
type Exemplified = Pick<OpenapiNode, 'document' | 'value' | 'valuePath'>;

/** The examples of a parameter or a header itself, and of its `content` if that is JSON. */
export function examplesOfDeclared(node: Exemplified): readonly WrittenExample[] {
  if (node.document.isSwagger) return [];
  const [content] = membersOf(node.value, 'content');
  return content ? [...examplesOf(node), ...examplesOfContent(node, ...content)] : examplesOf(node);
}

function examplesOfContent(
  { document, valuePath }: Exemplified,
  mediaType: string,
  value: JsonObject,
): readonly WrittenExample[] {
  const namedAt = pathTo(pathTo(valuePath, 'content'), mediaType);
  const found = isJson(mediaType) ? document.resolve({ value, valuePath: namedAt }) : undefined;
  return found ? examplesOf({ document, ...found }) : [];
}

/** The keys under which an example may have its value (OpenAPI 3.2, section 4.19.1). */
const valueKeys = ['value', 'dataValue'];

/** The `example` of a parameter, a header or a body, and each of its `examples` (OpenAPI 3.1, section 4.8.12.2). */
export function examplesOf(node: Exemplified): readonly WrittenExample[] {
  const { example, examples } = node.value;
  if (example === undefined && examples === undefined) return [];
  const valuePath = pathTo(node.valuePath, 'examples');
  const named = membersOf(node.value, 'examples').flatMap(([name, value]) => {
    const target = node.document.resolve({ value, valuePath: pathTo(valuePath, name) });
    const key = valueKeys.find((one) => target?.value[one] !== undefined);
    const held = key === undefined ? undefined : target?.value[key];
    return !target || key === undefined || held === undefined
      ? []
      : [new LocatedExample(held, node.document, target, [key], name)];
  });
  return example === undefined
    ? named
    : [new LocatedExample(example, node.document, node, ['example']), ...named];
}

/** The examples of a parameter or a header itself, as `examplesOfDeclared`, with their names and descriptions. */
export function describeExamplesOfDeclared(node: Exemplified): readonly DescribedExample[] {
  if (node.document.isSwagger) return [];
  const [content] = membersOf(node.value, 'content');
  if (!content) return describeExamplesOf(node);
  const [mediaType, value] = content;
  const valuePath = pathTo(pathTo(node.valuePath, 'content'), mediaType);
  const found = node.document.resolve({ value, valuePath });
  return [
    ...describeExamplesOf(node),
    ...(found ? describeExamplesOf({ document: node.document, ...found }) : []),
  ];
}

/** The `example` of a parameter, a header or a body, and each of its `examples`, for people. */
export function describeExamplesOf(node: Exemplified): readonly DescribedExample[] {
  const { example } = node.value;
  const valuePath = pathTo(node.valuePath, 'examples');
  const named = membersOf(node.value, 'examples').flatMap(([name, value]) => {
    const target = node.document.resolve({ value, valuePath: pathTo(valuePath, name) });
    return target ? [describeExample(name, node.document, target)] : [];
  });
  if (example === undefined) return named;
  const { exact } = new LocatedExample(example, node.document, node, ['example']);
  return [bareExample(undefined, exact), ...named];
}

function describeExample(
  name: string,
  document: WrittenDocument,
  found: Located & { readonly value: JsonObject },
): DescribedExample {
  const written = found.value;
  const key = valueKeys.find((one) => written[one] !== undefined);
  const value = key === undefined ? undefined : written[key];
  const text = (member: string) => {
    const held = written[member];
    return typeof held === 'string' ? held : undefined;
  };
  return {
    name,
    summary: text('summary'),
    description: text('description'),
    value:
      value === undefined || key === undefined
        ? undefined
        : new LocatedExample(value, document, found, [key]).exact,
    externalValue: text('externalValue'),
    serializedValue: text('serializedValue'),
  };
}

/** An example that is only a value. */
export function bareExample(name: string | undefined, value: Json): DescribedExample {
  const none = undefined;
  return { name, value, summary: none, description: none, externalValue: none, serializedValue: none };
}
