import { type Options, type ValidateFunction, _, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, type Json, type JsonObject, sameJson } from '#compiled/json.ts';
import { compilePattern } from '#openapi/schema/compile-pattern.ts';
import { keepEvaluated } from './keep-evaluated.ts';
import { knownFormats } from '#openapi/schema/formats.ts';
import type { OpenapiDocument } from '#openapi/model.ts';
import {
  normaliseSchema,
  type NormalSchema,
  type NormalisingContext,
} from '#openapi/schema/normalise-schema.ts';
import { ReferenceGraph } from './reference-graph.ts';
import { SharedByContent } from './shared-by-content.ts';
import { canonicalJson } from '#compiled/canonical-json.ts';

const enumKeyword: CodeKeywordDefinition = {
  keyword: 'enum',
  schemaType: 'array',
  error: { message: 'must be a listed value', params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}` },
  code: (context) => passIf(context, isListedIn(context.schema as readonly Json[])),
};

const constKeyword: CodeKeywordDefinition = {
  keyword: 'const',
  error: { message: 'must be one value', params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}` },
  code: (context) => passIf(context, isListedIn([context.schema as Json])),
};

const uniqueItems: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  code: (context) => passIf(context, (items) => !context.schema || areUnique(items as readonly Json[])),
};

const options: Options = {
  strict: false,
  // 1e999 is Infinity to JavaScript, and something else in other languages.
  strictNumbers: true,
  // The loader has already checked the schemas, so no instance needs the meta-schemas.
  meta: false,
  validateSchema: false,
  addUsedSchema: false,
  logger: false,
  formats: knownFormats,
  // Otherwise `{}` would satisfy a schema that requires `constructor`.
  ownProperties: true,
  // Ignores rounding errors: 19.99 is a multiple of 0.01.
  multipleOfPrecision: 6,
  unicodeRegExp: false,
  // Each error contains the schema that it violates, which distinguishes the errors of alternatives.
  verbose: true,
  code: { regExp: Object.assign(compilePattern, { code: 'new RegExp' }) },
};

const sharedValidators = new SharedByContent<ValidateFunction, JsonObject>();

/** How many schemas a shared compiler compiles. It holds all of them, and what it made of them, until it is replaced. */
const maxCompiled = 500;

let sharedCompiler: Ajv2020 | undefined;
let compiledByIt = 0;

/** Compiles a schema without references. */
function compileShared(schema: JsonObject): ValidateFunction {
  if (sharedCompiler === undefined || compiledByIt === maxCompiled) {
    sharedCompiler = openCompiler(options);
    sharedCompiler.opts.unevaluated = false;
    compiledByIt = 0;
  }
  compiledByIt += 1;
  return sharedCompiler.compile(schema);
}

function openCompiler(settings: Options): Ajv2020 {
  const compiler = new Ajv2020(settings);
  compareAsJson(compiler);
  return compiler;
}

/** The schemas of a document for requests or for responses, normalised and compiled on first use. */
export class SchemaBag {
  readonly #context: NormalisingContext;
  readonly #schemas = new Map<string, NormalSchema>();
  readonly #normalised = new WeakMap<JsonObject, NormalSchema>();
  readonly #references = new Map<string, NormalSchema>();
  readonly #names = new Map<string, string>();
  readonly #graph = new ReferenceGraph();
  readonly #compilers = new Map<string, Ajv2020>();
  #isHeld = false;

  constructor(contract: OpenapiDocument, direction: 'request' | 'response') {
    this.#context = { contract, direction, nameOf: (reference) => this.#nameOf(reference) };
  }

  /** Whether a plan uses the schemas after it was made, so that the document stays in memory with them. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Called by a plan that uses the schemas later. */
  hold(): void {
    this.#isHeld = true;
  }

  /**
   * The normalised form of a schema. The same schema yields the same object each time, so that ajv compiles it once.
   */
  normalise(schema: Json | undefined): NormalSchema {
    if (!isJsonObject(schema)) return normaliseSchema(schema, this.#context);
    const known = this.#normalised.get(schema);
    if (known !== undefined) return known;
    const normal = this.#intern(normaliseSchema(schema, this.#context));
    this.#normalised.set(schema, normal);
    return normal;
  }

  /** Returns the same object for all schemas that consist only of a reference to the same name. */
  #intern(normal: NormalSchema): NormalSchema {
    if (typeof normal === 'boolean') return normal;
    const { $ref: name } = normal;
    if (typeof name !== 'string' || Object.keys(normal).length > 1) return normal;
    const known = this.#references.get(name) ?? normal;
    this.#references.set(name, known);
    return known;
  }

  /** The schema that a reference in a normalised schema names. */
  named(name: string): NormalSchema {
    return this.#schemas.get(name) ?? true;
  }

  /**
   * The validator of a schema. It stops at the first error, to limit the work. Throws if ajv cannot compile the schema,
   * or if its check would never end.
   */
  compile(schema: NormalSchema): ValidateFunction {
    if (this.#graph.isEndless(schema)) throw new Error('the schema only leads back to itself');
    const compile = () => this.#compilerFor(schema, 'first error').compile(schema);
    if (typeof schema === 'boolean' || this.#graph.usesUnevaluated(schema)) return compile();
    return sharedValidators.valueFor(schema, compileShared, compile);
  }

  /** The validator of a schema that finds all errors of a value. Compiled for the first invalid value. */
  compileForAll(schema: NormalSchema): ValidateFunction {
    return this.#compilerFor(schema, 'all errors').compile(schema);
  }

  /** Whether the check of a short value could take long. */
  mayMatchSlowly(schema: NormalSchema): boolean {
    return this.#graph.mayMatchSlowly(schema);
  }

  /**
   * A compiler for a schema. If nothing depends on what other keywords have evaluated, its validators skip the
   * alternatives after the first match.
   */
  #compilerFor(schema: NormalSchema, until: 'first error' | 'all errors'): Ajv2020 {
    const unevaluated = this.#graph.usesUnevaluated(schema);
    const key = `${until} ${unevaluated}`;
    const known = this.#compilers.get(key);
    if (known) return known;
    // Validators of this document refer to its schemas, and share what is compiled of them.
    this.hold();
    const compiler = this.#open({ ...options, allErrors: until === 'all errors' });
    compiler.opts.unevaluated = unevaluated;
    if (unevaluated) keepEvaluated(compiler);
    this.#compilers.set(key, compiler);
    return compiler;
  }

  #open(settings: Options): Ajv2020 {
    const ajv = openCompiler(settings);
    for (const [name, schema] of this.#schemas) ajv.addSchema(schema, name);
    return ajv;
  }

  #nameOf(reference: string): string | undefined {
    const known = this.#names.get(reference);
    if (known !== undefined) return known;
    const schema = this.#context.contract.references.target(reference)?.value;
    if (schema === undefined) return undefined;
    const name = `s${this.#names.size}`;
    // Set before the schema is normalised, since it may refer to itself.
    this.#names.set(reference, name);
    const normal = this.normalise(schema);
    this.#schemas.set(name, normal);
    this.#graph.add(name, normal);
    for (const compiler of this.#compilers.values()) compiler.addSchema(normal, name);
    return name;
  }
}

/**
 * Replaces ajv's keywords that compare objects and lists: they call a member of the value that is named `toString`, and
 * compare every pair of items in a list.
 */
function compareAsJson(ajv: Ajv2020): void {
  for (const definition of [enumKeyword, constKeyword, uniqueItems]) {
    ajv.removeKeyword(String(definition.keyword));
    ajv.addKeyword(definition);
  }
}

function passIf(context: KeywordCxt, isValid: (value: Json) => boolean): void {
  const check = context.gen.scopeValue('func', { ref: isValid });
  context.pass(_`${check}(${context.data})`);
}

function isListedIn(values: readonly Json[]): (value: Json) => boolean {
  const parts = values.filter((value) => typeof value === 'object' && value !== null);
  const scalars = new Set<Json>(values.filter((value) => typeof value !== 'object' || value === null));
  return (value) => scalars.has(value) || parts.some((part) => sameJson(part, value));
}

function areUnique(items: readonly Json[]): boolean {
  return new Set(items.map((item) => canonicalJson(item))).size === items.length;
}
