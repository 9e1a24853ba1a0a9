import type { Node } from 'oxc-parser';
import type { Module } from './read-module.ts';

/** What reaches the outside world without an import. */
const globals = ['process', 'console', 'fetch', 'globalThis'];

/** Where a module uses the process, the console, the network or the clock. */
export function findGlobals(module: Module): readonly { readonly node: Node; readonly name: string }[] {
  const own = bindings(module);
  return module.nodes.flatMap(({ node, parents }) => {
    if (readsClock(node, module)) return [{ node, name: 'the clock' }];
    if (node.type !== 'Identifier' || !globals.includes(node.name) || !isReference(node, parents)) return [];
    const isOwn = own.some(({ name, scope }) => name === node.name && parents.includes(scope));
    return isOwn ? [] : [{ node, name: node.name }];
  });
}

function readsClock(node: Node, { textOf }: Module): boolean {
  if (node.type === 'CallExpression') return textOf(node.callee) === 'Date.now';
  return node.type === 'NewExpression' && textOf(node.callee) === 'Date' && node.arguments.length === 0;
}

/** The name of a member, a property or a field is not a variable. */
function isReference(node: Node, [parent]: readonly Node[]): boolean {
  if (parent === undefined || parent.type === 'TSNamedTupleMember' || parent.type === 'TSQualifiedName') {
    return parent === undefined;
  }
  if (parent.type === 'MemberExpression') return parent.computed || parent.object === node;
  if (parent.type === 'Property') return parent.computed || parent.value === node;
  return !('key' in parent) || parent.key !== node || ('computed' in parent && parent.computed);
}

/** The names of interest that a module declares itself, each with the function or the program in which it holds. */
function bindings({ nodes }: Module): readonly { readonly name: string; readonly scope: Node }[] {
  return nodes.flatMap(({ node, parents }) => {
    if (node.type !== 'Identifier' || !globals.includes(node.name)) return [];
    const scope = scopeOf(node, parents);
    return scope ? [{ name: node.name, scope }] : [];
  });
}

/** Where a name is declared: as a variable, a parameter, a function or an import. */
function scopeOf(node: Node, parents: readonly Node[]): Node | undefined {
  const [parent] = parents;
  if (parent?.type === 'ImportSpecifier' || parent?.type === 'FunctionDeclaration') {
    if (parent.type === 'FunctionDeclaration' && parent.params.includes(node as never)) return parent;
    return parents.at(-1);
  }
  const declarator = parents.find((one, index) => isPatternEnd(one, index === 0 ? node : parents[index - 1]));
  if (declarator === undefined) return undefined;
  return parents.find(isFunction) ?? parents.at(-1);
}

/** The node that declares the pattern `inside`. */
function isPatternEnd(parent: Node, inside: Node | undefined): boolean {
  if (parent.type === 'VariableDeclarator') return parent.id === inside;
  return isFunction(parent) && (parent.params as readonly unknown[]).includes(inside);
}

function isFunction(
  node: Node,
): node is Extract<
  Node,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' | 'TSFunctionType' }
> {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'TSFunctionType'].includes(
    node.type,
  );
}
