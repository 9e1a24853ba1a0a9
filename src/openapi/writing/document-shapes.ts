import type { Json } from '#compiled/json.ts';
import type { OpenapiDocument } from '../model.ts';
import { normaliseSchema, type NormalisingContext, type NormalSchema } from '../schema/normalise-schema.ts';
import { ValueShapes, type ValueShape } from './value-shape.ts';

/** The shapes of the schemas of a document's requests. */
export class DocumentShapes {
  readonly #context: NormalisingContext;
  /** The targets of references, each normalised once, since a schema may lead back to itself. */
  readonly #targets = new Map<string, NormalSchema>();
  readonly #shapes = new ValueShapes((reference) => this.#target(reference));

  constructor(contract: OpenapiDocument) {
    const nameOf = (reference: string) => (contract.references.target(reference) ? reference : undefined);
    this.#context = { contract, direction: 'request', nameOf };
  }

  /** The type that the texts of a parameter with this schema are converted to. */
  shapeOf(schema: Json | undefined): ValueShape {
    return this.#shapes.shapeOf(normaliseSchema(schema, this.#context));
  }

  #target(reference: string): NormalSchema {
    const known = this.#targets.get(reference);
    if (known !== undefined) return known;
    const target = this.#context.contract.references.target(reference);
    const normal = normaliseSchema(target?.value, this.#context);
    this.#targets.set(reference, normal);
    return normal;
  }
}
