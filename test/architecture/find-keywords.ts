import type { Node } from 'oxc-parser';
import type { Module } from './read-module.ts';

/** Rooms that must read operations of documents through `openapi/`. */
const roomsWithoutKeywords =
  /^(compiler\/(workspace|lint|rule|compile|plan|kinds)|runtime\/gateway\/(policies|validation))\//;
const keywords = new Set(
  'additionalOperations|allowEmptyValue|allowReserved|callbacks|collectionFormat|consumes|content|encoding|explode|flows|in|openIdConnectUrl|operationId|parameters|paths|produces|requestBody|responses|schema|security|securityDefinitions|securitySchemes|style|webhooks'.split(
    '|',
  ),
);

/** Where a module reads a keyword of OpenAPI past its model: by name in brackets, by destructuring, or in a list of names. */
export function findKeywords(
  file: string,
  { nodes, lineOf, textOf }: Module,
): readonly { readonly line: number; readonly what: string }[] {
  if (!roomsWithoutKeywords.test(file)) return [];
  return nodes
    .filter(({ node }) => readsKeyword(node, textOf))
    .map(({ node }) => ({ line: lineOf(node), what: `reads an OpenAPI keyword: ${textOf(node)}` }));
}

function readsKeyword(node: Node, textOf: Module['textOf']): boolean {
  if (node.type === 'MemberExpression') return node.computed && isKeyword(node.property);
  if (node.type === 'VariableDeclarator') {
    const { id, init } = node;
    if (id.type !== 'ObjectPattern' || init === null) return false;
    const names = id.properties.flatMap((one) => (one.type === 'Property' ? textOf(one.key) : []));
    return /\b(value|root|contract)$/.test(textOf(init)) && names.some((name) => keywords.has(name));
  }
  if (node.type !== 'CallExpression' || !['pick', 'omit'].includes(textOf(node.callee))) return false;
  return node.arguments.some((one) => one.type === 'ArrayExpression' && one.elements.some(isKeyword));
}

function isKeyword(node: Node | null): boolean {
  return node?.type === 'Literal' && typeof node.value === 'string' && keywords.has(node.value);
}
