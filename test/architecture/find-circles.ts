import { posix } from 'node:path';
import { targetOf } from './find-violations.ts';
import { readModule } from './read-module.ts';
import { roomOf } from './rooms.ts';

/** What each file imports of the others, types included. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export function graphOf(texts: ReadonlyMap<string, string>): ImportGraph {
  return new Map(
    [...texts].map(([file, text]) => [
      file,
      readModule(file, text)
        .imports.flatMap(({ specifier }) => targetOf(file, specifier) ?? [])
        .filter((target) => texts.has(target)),
    ]),
  );
}

/** The nodes in circles: those that lead back to themselves. */
export function findCircles(graph: ImportGraph): readonly string[] {
  const leadsBack = (file: string): boolean => {
    const reached = new Set(graph.get(file));
    for (const next of reached) for (const target of graph.get(next) ?? []) reached.add(target);
    return reached.has(file);
  };
  return [...graph.keys()].filter(leadsBack).toSorted();
}

/**
 * The sub-folders that import each other in a circle, of one folder each: `serve: admin, listeners`. A file that is directly
 * in the folder belongs to none of them.
 */
export function findFolderCircles(graph: ImportGraph): readonly string[] {
  const folders = new Set([...graph.keys()].flatMap(foldersAbove));
  return [...folders].toSorted().flatMap((folder) => {
    const circle = findCircles(graphOfFolders(folder, graph));
    return circle.length > 0 ? [`${folder}: ${circle.join(', ')}`] : [];
  });
}

function foldersAbove(file: string): readonly string[] {
  const parts = placeOf(file).split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function graphOfFolders(folder: string, graph: ImportGraph): ImportGraph {
  const edges = [...graph].flatMap(([file, targets]) => {
    const from = subFolderOf(folder, file);
    if (from === undefined) return [];
    const to = targets.flatMap((target) => subFolderOf(folder, target) ?? []);
    return to.filter((one) => one !== from).map((one) => [from, one] as const);
  });
  const grouped = Map.groupBy(edges, ([from]) => from);
  return new Map([...grouped].map(([from, all]) => [from, all.map(([, to]) => to)]));
}

function subFolderOf(folder: string, file: string): string | undefined {
  const inside = posix.relative(folder, placeOf(file));
  return inside.startsWith('..') || !inside.includes('/') ? undefined : inside.split('/')[0];
}

/** A file of a kind counts as one of the room of its stage. */
function placeOf(file: string): string {
  return file.startsWith('compiler/kinds/')
    ? file.replace('compiler/kinds', `${roomOf(file) ?? 'compiler'}/kinds`)
    : file;
}
