import { globSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { cleanSources } from '#compiler/rule/clean-sources.ts';

type Members = Readonly<Record<string, unknown>>;
export type SourceFiles = Readonly<Record<string, string>>;

/** The examples, with the application DogWalker and the tiers that pages name too. */
export function readExamples(): SourceFiles {
  const files = ['gateway.config.yaml', ...globSync('examples/**/*.{yaml,json,md}')];
  const examples = Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const walker = cleanSources['applications/dog_walker.yaml'] ?? '';
  return { ...examples, 'examples/applications/dog_walker.yaml': walker };
}

/** The documents of a text in YAML. Throws if one of them has a mistake. */
export function parseDocuments(text: string): readonly Members[] {
  return parseAllDocuments(text).map((document) => {
    if ('errors' in document && document.errors[0]) throw document.errors[0];
    return document.toJS() as Members;
  });
}

/** Files with more members in a file that has only one document. */
export function addMembers(files: SourceFiles, file: string, members: Members): SourceFiles {
  const [document = {}] = parseDocuments(files[file] ?? '');
  return { ...files, [file]: JSON.stringify(merge(document, members)) };
}

/** Files with a declaration, whose members are added to the one of the same identity if there is one. */
export function declare(files: SourceFiles, declaration: Members): SourceFiles {
  const found = Object.entries(files).find(
    ([file, text]) =>
      file.endsWith('.yaml') && parseDocuments(text).some((one) => isSameSubject(one, declaration)),
  );
  if (!found)
    return { ...files, [`examples/${Object.keys(files).length}.yaml`]: JSON.stringify(declaration) };
  const documents = parseDocuments(found[1]).map((one) =>
    isSameSubject(one, declaration) ? merge(one, declaration) : one,
  );
  return { ...files, [found[0]]: documents.map((one) => JSON.stringify(one)).join('\n---\n') };
}

const identity = ['kind', 'name', 'version', 'application', 'api'];

function isSameSubject(one: Members | null, other: Members): boolean {
  const named = identity.filter((key) => Object.hasOwn(other, key));
  return one !== null && named.every((key) => one[key] === other[key]);
}

/** Members that pages show with all their members. */
const shownWhole: ReadonlySet<string> = new Set(['endpoints']);

/** Mappings are merged; anything else replaces what is there. */
function merge(before: unknown, more: unknown): unknown {
  if (!isMapping(before) || !isMapping(more) || isDeepStrictEqual(before, more)) return more;
  const merged = Object.entries(more).map(([key, value]) => {
    return [key, shownWhole.has(key) ? value : merge(before[key], value)] as const;
  });
  return { ...before, ...Object.fromEntries(merged) };
}

function isMapping(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
