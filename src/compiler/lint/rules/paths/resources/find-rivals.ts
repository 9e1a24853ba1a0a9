import type { OpenapiDocument, PathNode, SchemaNode } from '#openapi/model.ts';
import type { PathSegment } from '#openapi/path-segment.ts';
import { mayMatch } from '#compiler/rule/may-match.ts';
import { ownBranch, pathTreeOf, type PathTree } from '../../../resources/path-tree.ts';

/** Two paths that match the same request, neither of which is more concrete in all its elements. */
interface Rivals {
  readonly one: PathNode;
  readonly other: PathNode;
}

/**
 * The maximum number of branches to visit, on average per path: the search stops early in a document that is crafted to
 * take longer.
 */
const branchesPerPath = 50;

/**
 * For each path, a rival if there is one: a path with an identifier where it has a name, and a name where it has an
 * identifier.
 */
export function findRivals(document: OpenapiDocument): readonly Rivals[] {
  const search = new RivalSearch(document.paths.length * branchesPerPath);
  const tree = pathTreeOf(document);
  return document.paths.flatMap((one) => {
    const other = search.findRivalOf(one, tree);
    return other ? [{ one, other }] : [];
  });
}

class RivalSearch {
  #rest: number;
  #path: PathNode | undefined;

  constructor(most: number) {
    this.#rest = most;
  }

  /** A rival of `path` whose first difference is an identifier where `path` has a name. */
  findRivalOf(path: PathNode, root: PathTree): PathNode | undefined {
    this.#path = path;
    let tree: PathTree | undefined = root;
    for (const [index, segment] of path.segments.entries()) {
      const less = isIdentifier(segment) ? undefined : tree?.templated.get('{}');
      const rival = less && this.#search(less, index + 1, false);
      if (rival) return rival;
      tree = tree && ownBranch(tree, segment);
    }
    return undefined;
  }

  /**
   * A path below a branch that fits the segments of the current path from `index` on and is more concrete in one of
   * them; `isMore` if it already was.
   */
  #search(branch: PathTree, index: number, isMore: boolean): PathNode | undefined {
    this.#rest -= 1;
    if (this.#rest < 0) return undefined;
    const segment = this.#path?.segments[index];
    if (!segment) return isMore ? this.#findAmong(branch.paths) : undefined;
    if (isIdentifier(segment)) {
      return this.#searchAll(branch.statics, index, true) ?? this.#searchTemplated(branch, index, isMore);
    }
    const same = ownBranch(branch, segment);
    const less = branch.templated.get('{}');
    return (same && this.#search(same, index + 1, isMore)) ?? (less && this.#search(less, index + 1, isMore));
  }

  #searchTemplated({ templated }: PathTree, index: number, isMore: boolean): PathNode | undefined {
    const identifier = templated.get('{}');
    return identifier && this.#search(identifier, index + 1, isMore);
  }

  #searchAll(branches: PathTree['statics'], index: number, isMore: boolean): PathNode | undefined {
    for (const branch of branches.values()) {
      const found = this.#search(branch, index + 1, isMore);
      if (found || this.#rest < 0) return found;
    }
    return undefined;
  }

  #findAmong(paths: readonly PathNode[]): PathNode | undefined {
    const looked = paths.slice(0, Math.max(0, this.#rest));
    this.#rest -= looked.length;
    return looked.find((path) => this.#meets(path));
  }

  /** Whether a request can match both paths, considering the types of their identifiers. */
  #meets(other: PathNode): boolean {
    const path = this.#path;
    if (path?.template.endsWith('/') !== other.template.endsWith('/')) return false;
    return path !== undefined && admits(path, other) && admits(other, path);
  }
}

/** Whether the identifiers of a path accept the segments of another path at the same positions. */
function admits(path: PathNode, { segments }: PathNode): boolean {
  return path.segments.every((segment, index) => {
    const [name] = segment.parameters;
    const counterpart = segments[index];
    if (segment.form !== 'identifier' || name === undefined || !counterpart) return true;
    return declaresNone(path, name, (schema) => excludes(schema, counterpart));
  });
}

function isIdentifier({ form }: PathSegment): boolean {
  return form === 'identifier';
}

/**
 * Whether no operation declares a path parameter, or some operation declares it without a schema, or with a schema for
 * which `isSuch` is false.
 */
function declaresNone(path: PathNode, wanted: string, isSuch: (schema: SchemaNode) => boolean): boolean {
  const declared = path.operations
    .flatMap(({ parameters }) => parameters)
    .filter(({ location, name }) => location === 'path' && name === wanted);
  return declared.length === 0 || declared.some(({ schema }) => !schema || !isSuch(schema));
}

/** Whether a schema refuses every text that a segment matches. */
function excludes(schema: SchemaNode, { form, text }: PathSegment): boolean {
  if (form === 'static') return !fitsSchema(schema, text);
  return partsBetweenParameters(text).some((part) => !mayContain(schema, part));
}

/** The literal parts of a segment: `chip_` and `.` for `chip_{chipId}.{format}`. */
function partsBetweenParameters(text: string): readonly string[] {
  return text.split(/\{[^{}]*\}/).filter((part) => part !== '');
}

const forms: ReadonlyMap<string, RegExp> = new Map([
  ['integer', /^-?\d+$/],
  ['number', /^-?\d+(\.\d+)?$/],
  ['boolean', /^(true|false)$/],
]);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function fitsSchema(schema: SchemaNode, text: string): boolean {
  const [listed, pattern] = [schema.keyword('enum'), schema.keyword('pattern')];
  if (Array.isArray(listed) && !listed.includes(text)) return false;
  if (schema.keyword('format') === 'uuid' && !uuid.test(text)) return false;
  if (typeof pattern === 'string' && !mayMatch(text, pattern)) return false;
  const { types } = schema;
  return types.length === 0 || types.some((type) => forms.get(type)?.test(text) ?? true);
}

/** The characters that values of a type can contain. */
const characters: ReadonlyMap<string, RegExp> = new Map([
  ['integer', /^[-\d]*$/],
  ['number', /^[-.\d]*$/],
  ['boolean', /^[a-z]*$/],
]);

function mayContain(schema: SchemaNode, part: string): boolean {
  if (schema.keyword('format') === 'uuid' && !/^[-0-9a-f]*$/i.test(part)) return false;
  const { types } = schema;
  return types.length === 0 || types.some((type) => characters.get(type)?.test(part) ?? true);
}
