import type { Json } from '../../compiled/json.ts';
import type { OpenapiNode } from '../model.ts';
import { membersOf } from './node-reader.ts';
import type { ExampleValue, Located } from '../plain-parts.ts';
import { pointerOf, pathTo, type ValuePath } from '../value-path.ts';

/** An example whose pointer is made only when needed, since most examples are right. */
export class LocatedExample implements ExampleValue {
  readonly value: Json;
  readonly #holder: ValuePath | undefined;
  readonly #below: readonly (string | number)[];

  constructor(
    value: Json,
    { valuePath }: Pick<Located, 'valuePath'>,
    ...below: readonly (string | number)[]
  ) {
    this.value = value;
    this.#holder = valuePath;
    this.#below = below;
  }

  get pointer(): string {
    return pointerOf(this.#holder, ...this.#below);
  }
}

/** The `example` of a parameter, a header or a body, and each of its `examples` (OpenAPI 3.1, section 4.8.12.2). */
export function examplesOf(node: OpenapiNode): readonly ExampleValue[] {
  const { example, examples } = node.value;
  if (example === undefined && examples === undefined) return [];
  const valuePath = pathTo(node.valuePath, 'examples');
  const named = membersOf(node.value, 'examples').flatMap(([name, value]) => {
    const target = node.document.resolve({ value, valuePath: pathTo(valuePath, name) });
    const held = target?.value['value'];
    return target === undefined || held === undefined ? [] : [new LocatedExample(held, target, 'value')];
  });
  return example === undefined ? named : [new LocatedExample(example, node, 'example'), ...named];
}
