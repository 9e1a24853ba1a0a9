import { posix } from 'node:path';
import type { Node } from 'oxc-parser';
import { findGlobals } from './find-globals.ts';
import { findKeywords } from './find-keywords.ts';
import { readModule, type Import, type Module } from './read-module.ts';
import { roomOf } from './rooms.ts';
import { mayEnter } from './second-floor.ts';
import { importTable, packageTable } from './tables.ts';

/** What only the rooms at the edge of the process may touch. */
const roomsAtTheEdge = ['platform', 'serve', 'cli', 'runtime/state'];
const junkDrawers = /(^|\/)(utils?|helpers?|shared|common)(\/|\.ts$)/;

/** The violations of a file of `src`, each as `file:line what`, in the order of its lines. */
export function findViolations(file: string, text: string): readonly string[] {
  const room = roomOf(file);
  if (room === undefined) return [`${file}:1 is in no room`];
  const module = readModule(file, text);
  const found = [
    ...(junkDrawers.test(file) ? [{ line: 1, what: 'is in a junk drawer' }] : []),
    ...module.imports.flatMap((imported) =>
      checkImport(file, room, imported).map((what) => ({ line: imported.line, what })),
    ),
    ...module.nodes.flatMap(({ node }) =>
      checkNode(node, module).map((what) => ({ line: module.lineOf(node), what })),
    ),
    ...findGlobals(module)
      .filter(() => !roomsAtTheEdge.includes(room))
      .map(({ node, name }) => ({ line: module.lineOf(node), what: `uses ${name}` })),
    ...findKeywords(file, module),
  ];
  return found.toSorted((a, b) => a.line - b.line).map(({ line, what }) => `${file}:${line} ${what}`);
}

function checkImport(file: string, room: string, imported: Import): readonly string[] {
  const { specifier } = imported;
  const target = targetOf(file, specifier);
  if (target === undefined) {
    return mayUse(room, imported) ? [] : [`imports ${specifier}, which ${room} may not use`];
  }
  const targetRoom = roomOf(target);
  if (targetRoom !== room && !mayImport(room, targetRoom))
    return [`imports ${targetRoom ?? target}, which ${room} may not import`];
  return [...mayEnter(file, target), ...checkSpecifier(file, specifier, target)];
}

/** The imported file of `src`, if it is one. */
export function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined;
}

/** Whatever is in the same folder of the map has a relative path, all else begins with `#`. */
function checkSpecifier(file: string, specifier: string, target: string): readonly string[] {
  const isNear = folderOf(file) === folderOf(target);
  if (isNear === specifier.startsWith('.')) return [];
  return [`imports ${specifier}, ${isNear ? 'which needs no #' : `in place of #${target}`}`];
}

function folderOf(file: string): string | undefined {
  if (!file.includes('/')) return '';
  return file.startsWith('compiler/kinds/') ? 'compiler/kinds' : roomOf(file);
}

function mayImport(from: string, to: string | undefined): boolean {
  return (importTable[from] ?? []).some(
    (allowed) =>
      allowed === '*' || allowed === to || (allowed.endsWith('/*') && to?.startsWith(allowed.slice(0, -1))),
  );
}

function mayUse(room: string, { specifier, names }: Import): boolean {
  const allowed = packageTable[room] ?? [];
  if (allowed.includes(specifier)) return true;
  if (specifier.startsWith('node:') && allowed.includes('node:*')) return true;
  return names.length > 0 && names.every((name) => allowed.includes(`${specifier} ${name}`));
}

function checkNode(node: Node, { textOf }: Module): readonly string[] {
  if (node.type === 'ImportExpression' && node.source.type !== 'Literal')
    return ['imports a module whose name is not a literal'];
  if (node.type === 'CallExpression' && textOf(node.callee) === 'process.exit') return ['ends the process'];
  return [];
}
