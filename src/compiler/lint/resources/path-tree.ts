import type { PathNode } from '#openapi/model.ts';
import type { PathSegment } from '#openapi/path-segment.ts';
import { decodeElement } from '#compiler/rule/paths/resource-names.ts';
import { oncePer, oncePerDocument } from '#compiler/rule/once-per.ts';

/** The node for one prefix of a document's paths; `paths` contains the paths that end there. */
export interface PathTree {
  /** Segments without parameters, by their decoded text. */
  readonly statics: ReadonlyMap<string, PathTree>;
  /** Segments with parameters, by their text without the names of the parameters: `{}` is an identifier. */
  readonly templated: ReadonlyMap<string, PathTree>;
  readonly paths: readonly PathNode[];
}

interface GrowingTree extends PathTree {
  readonly statics: Map<string, GrowingTree>;
  readonly templated: Map<string, GrowingTree>;
  readonly paths: PathNode[];
}

/** The paths of a document as a tree, so that a common beginning is visited once. */
export const pathTreeOf = oncePerDocument(({ paths }): PathTree => {
  const root = createTree();
  for (const path of paths) {
    const end = path.segments.reduce(growBranch, root);
    end.paths.push(path);
  }
  return root;
});

function createTree(): GrowingTree {
  return { statics: new Map(), templated: new Map(), paths: [] };
}

function growBranch(tree: GrowingTree, segment: PathSegment): GrowingTree {
  const branches = segment.form === 'static' ? tree.statics : tree.templated;
  const key = branchKey(segment);
  const known = branches.get(key);
  if (known) return known;
  const branch = createTree();
  branches.set(key, branch);
  return branch;
}

/** The key of a segment in a tree. */
const branchKey = oncePer(({ form, text }: PathSegment): string =>
  form === 'static' ? decodeElement(text) : text.replaceAll(/\{[^{}]*\}/g, '{}'),
);

/** The branches that a path goes along, one for each of its segments. */
export const branchesAlong = oncePer((path: PathNode): readonly PathTree[] => {
  const found: PathTree[] = [];
  let tree: PathTree | undefined = pathTreeOf(path.document);
  for (const segment of path.segments) {
    tree = ownBranch(tree, segment);
    if (!tree) return found;
    found.push(tree);
  }
  return found;
});

/** The branch of a tree for a segment; undefined if the tree does not contain it. */
export function ownBranch(tree: PathTree, segment: PathSegment): PathTree | undefined {
  return branchesLike(tree, segment).get(branchKey(segment));
}

function branchesLike(tree: PathTree, { form }: PathSegment): PathTree['statics'] {
  return form === 'static' ? tree.statics : tree.templated;
}
