import { flattenSchema } from '../flatten-schema.ts';
import type { FlatSchema, Located, NodeSource, SchemaNode } from '../../keywords/facts/flat-schema.ts';

/** A schema that is merged when it is asked for. */
export class LazyNode implements SchemaNode {
  readonly id: number;
  readonly parts: readonly Located[];
  readonly #nodes: NodeSource;
  #flat: FlatSchema | undefined;

  constructor(id: number, parts: readonly Located[], nodes: NodeSource) {
    this.id = id;
    this.parts = parts;
    this.#nodes = nodes;
  }

  get flat(): FlatSchema {
    this.#flat ??= flattenSchema(this.parts, this.#nodes);
    return this.#flat;
  }
}
