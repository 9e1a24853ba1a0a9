import type { OwnedPath } from './owned-paths.ts';

/** Part of a CODEOWNERS file: what its paths have in common, and the paths, from the root of the repository. */
export interface CodeOwnersSection {
  readonly title: string;
  readonly paths: readonly OwnedPath[];
}

/**
 * A CODEOWNERS file as GitHub and GitLab read it. Whoever CODEOWNERS has no name for stands in a comment that is easily
 * made a line of it.
 */
export function renderCodeOwners(sections: readonly CodeOwnersSection[]): string {
  const blocks = sections
    .filter(({ paths }) => paths.length > 0)
    .map(({ title, paths }) => [`# ${title}`, ...sortPaths(paths).flatMap(renderLines)]);
  return [head, ...blocks].map((lines) => `${lines.join('\n')}\n`).join('\n');
}

const head = [
  '# Who reviews what, as the declarations name their owners. Of several lines that fit a path the last one holds.',
  '# Lines that begin with `# /` do nothing yet: put the name of a team or a user there, and take the `# ` away.',
  '# A review by owners is asked for only where the settings of the branch require it.',
];

/** Of several lines that fit a path the last one holds: so first what lies higher, and what fits more than it names. */
function sortPaths(paths: readonly OwnedPath[]): readonly OwnedPath[] {
  const keyed = paths.map((owned) => {
    const pattern = toPattern(owned.path);
    const depth = owned.path.replace(/\/$/, '').split('/').length;
    return { owned, depth, doubts: pattern.split('?').length, pattern };
  });
  const sorted = keyed.toSorted(
    (one, other) =>
      one.depth - other.depth || other.doubts - one.doubts || (one.pattern < other.pattern ? -1 : 1),
  );
  return sorted.map(({ owned }) => owned);
}

function renderLines({ path, owners }: OwnedPath): readonly string[] {
  const pattern = toPattern(path);
  const known = owners.filter(isKnown);
  const unknown = owners.filter((owner) => !isKnown(owner)).map(proposeTeam);
  const lines = known.length === 0 ? [] : [`${pattern} ${known.join(' ')}`];
  return unknown.length === 0 ? lines : [...lines, `# ${[pattern, ...known, ...unknown].join(' ')}`];
}

/** A path as gitignore(5) matches it; what neither GitHub nor GitLab can be trusted to read fits any character. */
function toPattern(path: string): string {
  return `/${path.replaceAll(/[#*?[\]\\\p{Cc}]/gu, '?').replaceAll(' ', String.raw`\ `)}`;
}

/** An address, a user `@ada`, or a team `@parks/dogs`. */
function isKnown(owner: string): boolean {
  return /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(owner) || /^@\w[\w.-]*(\/[\w.-]+)*$/.test(owner);
}

function proposeTeam(owner: string): string {
  const slug = owner.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['team'];
  return `@ORGANISATION/${slug.join('-')}`;
}
