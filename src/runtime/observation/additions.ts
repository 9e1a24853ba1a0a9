import { type Budget, SeenValues } from './seen-values.ts';

/** The undeclared parts of the requests and responses of an operation. */
export interface OperationAdditions {
  /** In upper case. */
  readonly method: string;
  readonly template: string;
  /** Whether the document does not declare this method at this path. */
  readonly isNew: boolean;
  /** Whether the service has the operation, which it denies with status 404, 405 or 501. */
  isServed: boolean;
  readonly query: Map<string, SeenValues>;
  readonly headers: Map<string, SeenValues>;
  requestBodies: SeenBodies;
  /**
   * Responses by status, then by media type. For a declared status, only the media types that its declaration lacks.
   */
  readonly responses: Map<number, SeenBodies>;
}

/** The values in bodies, by media type. */
type SeenBodies = Map<string, SeenValues>;

/** The maximum number of parts of values that are recorded. */
const maxParts = 20_000;

/** Additions to the document that would declare the observed traffic, in bounded memory. */
export class Additions {
  readonly #sharesSchema: boolean;
  readonly #budget: Budget = { left: maxParts };
  readonly #bodies = new Map<string, SeenBodies>();
  readonly #operations = new Map<string, OperationAdditions>();
  readonly #fields = new Map<string, Map<string, SeenValues>>();

  /** `sharesSchema` is whether one schema describes a body in all of its media types, as in Swagger 2.0. */
  constructor(sharesSchema: boolean) {
    this.#sharesSchema = sharesSchema;
  }

  get operations(): readonly OperationAdditions[] {
    return [...this.#operations.values()].filter(({ isServed }) => isServed);
  }

  /** Undeclared fields, by the pointer of their schema in the contract, then by name. */
  get fields(): ReadonlyMap<string, ReadonlyMap<string, SeenValues>> {
    return this.#fields;
  }

  /** The additions to an operation; undefined once the limit is reached. */
  operation(method: string, template: string, isNew: boolean): OperationAdditions | undefined {
    const name = `${method} ${template}`;
    const known = this.#operations.get(name);
    if (known || this.#budget.left <= 0) return known;
    const added = {
      method,
      template,
      isNew,
      isServed: !isNew,
      query: new Map(),
      headers: new Map(),
      requestBodies: new Map(),
      responses: new Map(),
    };
    this.#budget.left -= 1;
    this.#operations.set(name, added);
    return added;
  }

  addField(schema: string, name: string, value: unknown): void {
    const fields = this.#fields.get(schema) ?? new Map<string, SeenValues>();
    this.#fields.set(schema, fields);
    this.seen(fields, name)?.add(value);
  }

  /**
   * The bodies of a declared request or response, by its pointer, since several operations or statuses may share it.
   */
  bodiesAt(pointer: string): SeenBodies {
    const bodies = this.#bodies.get(pointer) ?? new Map<string, SeenValues>();
    this.#bodies.set(pointer, bodies);
    return bodies;
  }

  /** The values in the bodies of a media type; undefined once the limit of media types is reached. */
  seenBodies(all: Map<string, SeenValues>, mediaType: string): SeenValues | undefined {
    const [shared] = this.#sharesSchema ? all.values() : [];
    if (!shared) return this.seen(all, mediaType);
    all.set(mediaType, shared);
    return shared;
  }

  /** The values under a name; undefined once the limit of names is reached. */
  seen(all: Map<string, SeenValues>, name: string): SeenValues | undefined {
    const known = all.get(name);
    if (known || this.#budget.left <= 0) return known;
    const added = new SeenValues(this.#budget);
    all.set(name, added);
    return added;
  }
}
