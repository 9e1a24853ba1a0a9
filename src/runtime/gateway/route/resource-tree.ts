import { TextIndex } from './text-index.ts';

/** The result if the full router must match the path. */
export const undecided: unique symbol = Symbol('undecided');

interface TreeNode<Resource> {
  /** The children whose next segment is a literal of the template. */
  literals: TextIndex<TreeNode<Resource>> | undefined;
  /** The child whose next segment is a parameter. */
  parameter: TreeNode<Resource> | undefined;
  /** The resource of the template that ends here. */
  resource: Resource | undefined;
  /** Whether a template continues here with a segment that the tree does not support. */
  isIntricate: boolean;
}

/** Matches path templates whose segments are each a literal or one parameter, as nearly all are. */
export class ResourceTree<Resource> {
  readonly #root: TreeNode<Resource> = openNode();

  /** Adds a template. Of several templates that match the same paths, the first one wins. */
  add(template: string, resource: Resource): void {
    let node = this.#root;
    for (const segment of template.slice(1).split('/')) {
      const next = nodeBelow(node, segment);
      if (!next) return;
      node = next;
    }
    node.resource ??= resource;
  }

  /**
   * Finds the resource of a path without escapes, and appends its parameter values to `values`, in template order. A
   * literal takes precedence over a parameter, which is tried if the literal does not lead to a match.
   */
  find(path: string, values: string[]): Resource | undefined | typeof undecided {
    return this.#findBelow(this.#root, path, 1, values);
  }

  /** Visits each node at most once per path. */
  #findBelow(
    node: TreeNode<Resource>,
    path: string,
    start: number,
    values: string[],
  ): Resource | undefined | typeof undecided {
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    if (node.isIntricate || start === end) return undecided;
    const literal = node.literals?.find(path, start, end);
    const found = literal && this.#findAt(literal, path, end, values);
    if (found !== undefined || !node.parameter) return found;
    values.push(path.slice(start, end));
    const other = this.#findAt(node.parameter, path, end, values);
    if (other === undefined) values.pop();
    return other;
  }

  #findAt(
    node: TreeNode<Resource>,
    path: string,
    end: number,
    values: string[],
  ): Resource | undefined | typeof undecided {
    return end === path.length ? node.resource : this.#findBelow(node, path, end + 1, values);
  }
}

function openNode<Resource>(): TreeNode<Resource> {
  return { literals: undefined, parameter: undefined, resource: undefined, isIntricate: false };
}

/** Literals that need no escapes, so that they can be compared with a path directly. */
const plainLiteral = /^[\w.~:-]+$/;

/** The child node for a segment, created if necessary; undefined if the tree does not support the segment. */
function nodeBelow<Resource>(node: TreeNode<Resource>, segment: string): TreeNode<Resource> | undefined {
  if (/^\{[^{}]*\}$/.test(segment)) return (node.parameter ??= openNode());
  if (plainLiteral.test(segment)) return (node.literals ??= new TextIndex()).open(segment, openNode);
  node.isIntricate = true;
  return undefined;
}
