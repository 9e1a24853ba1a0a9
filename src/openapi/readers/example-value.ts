import type { OpenapiNode } from '../model.ts';
import { membersOf } from './node-reader.ts';
import type { ExampleValue } from '../plain-parts.ts';
import { pointerOf, pathTo } from '../value-path.ts';

/** The `example` of a parameter, a header or a body, and each of its `examples` (OpenAPI 3.1, section 4.8.12.2). */
export function examplesOf(node: OpenapiNode): readonly ExampleValue[] {
  const { example } = node.value;
  const valuePath = pathTo(node.valuePath, 'examples');
  const named = membersOf(node.value, 'examples').flatMap(([name, value]) => {
    const target = node.document.resolve({ value, valuePath: pathTo(valuePath, name) });
    const held = target?.value['value'];
    return held === undefined ? [] : [{ value: held, pointer: pointerOf(target?.valuePath, 'value') }];
  });
  return example === undefined ? named : [{ value: example, pointer: node.pointerTo('example') }, ...named];
}
