import { parseSync, type Node, type Program } from 'oxc-parser';

export interface Import {
  /** Of the text that names the module. */
  readonly line: number;
  readonly specifier: string;
  /** The imported names between braces; empty for a whole module. */
  readonly names: readonly string[];
}

export interface Module {
  /** Imports and exports from elsewhere, types included, and literal `import()`s, by their place in the text. */
  readonly imports: readonly Import[];
  /** Each node with its parents, the closest first. */
  readonly nodes: readonly { readonly node: Node; readonly parents: readonly Node[] }[];
  readonly lineOf: (node: { readonly start: number }) => number;
  readonly textOf: (node: Node) => string;
}

/** A TypeScript module as a parser reads it: comments and texts are no code. */
export function readModule(file: string, text: string): Module {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const lineOf = ({ start }: { readonly start: number }) => text.slice(0, start).split('\n').length;
  const nodes = listNodes(program);
  const imports = nodes.flatMap(({ node }) => importOf(node, lineOf));
  return { imports, nodes, lineOf, textOf: ({ start, end }) => text.slice(start, end) };
}

function importOf(node: Node, lineOf: Module['lineOf']): readonly Import[] {
  const source = 'source' in node ? node.source : null;
  if (source?.type !== 'Literal' || typeof source.value !== 'string') return [];
  return [{ line: lineOf(source), specifier: source.value, names: importedNames(node) }];
}

function importedNames(node: Node): readonly string[] {
  if (node.type === 'ImportDeclaration') {
    const named = node.specifiers.map((one) => (one.type === 'ImportSpecifier' ? nameOf(one.imported) : ''));
    return named.includes('') ? [] : named;
  }
  return node.type === 'ExportNamedDeclaration' ? node.specifiers.map((one) => nameOf(one.local)) : [];
}

function nameOf(name: Node): string {
  return name.type === 'Identifier' ? name.name : '';
}

function listNodes(program: Program): Module['nodes'] {
  const found: { node: Node; parents: readonly Node[] }[] = [];
  const visit = (value: unknown, parents: readonly Node[]): void => {
    if (Array.isArray(value)) value.forEach((one) => visit(one, parents));
    else if (isNode(value)) {
      found.push({ node: value, parents });
      for (const inside of Object.values(value)) visit(inside, [value, ...parents]);
    }
  };
  visit(program.body, []);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
