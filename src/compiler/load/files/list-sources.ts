import type { Diagnostic, Severity } from '#diagnostic/diagnostic.ts';
import { placeOf, type Place } from '#source/place.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import { folders } from '#compiler/declaration/kinds.ts';
import { approvalsFile, baselineFile, ignoreFile } from '#compiler/workspace/suppressions.ts';
import { toDiagnostic } from '#compiler/workspace/finding.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { Loading } from './loading.ts';

const defaultSources = folders.flatMap((folder) => [
  `${folder}/**/*.yaml`,
  `${folder}/**/*.yml`,
  `${folder}.yaml`,
]);

/** The files that match the globs of the configuration, sorted, except the files that are always read. */
export async function listSources(
  { value: { sources: globs }, place }: Declared<GatewayDeclaration>,
  loading: Loading,
): Promise<readonly string[]> {
  const found = globs ? listGlobs(globs, placeOf(place, 'sources'), loading) : listDefaults(place, loading);
  const known = [place.file, ignoreFile, approvalsFile, baselineFile];
  return (await found).filter((path) => !known.includes(path));
}

/**
 * Lists the files that match globs. A glob without a match is a warning, since deleting its last file may be intended.
 * If no glob has a match, the folder is probably wrong, which is an error.
 */
async function listGlobs(
  globs: readonly string[],
  place: Place,
  { sources, diagnostics }: Loading,
): Promise<readonly string[]> {
  const lists = await Promise.all(globs.map((glob) => sources.list([glob])));
  const found = new Set(lists.flat());
  const severity = found.size > 0 ? 'warning' : 'error';
  for (const [index, glob] of globs.entries()) {
    if (lists[index]?.length === 0)
      diagnostics.push(emptyGlob(glob, severity, placeOf(place, index), sources));
  }
  return [...found].toSorted();
}

async function listDefaults(place: Place, { sources, diagnostics }: Loading): Promise<readonly string[]> {
  const paths = await sources.list(defaultSources);
  if (paths.length > 0) return paths;
  const finding = {
    at: place,
    message: 'Nothing is declared in apis, applications and tiers next to this file.',
    help: 'Declare an API with `gatewright add api`, or list other files in `sources`.',
  };
  diagnostics.push(toDiagnostic('sources-empty', 'warning', finding, sources));
  return paths;
}

function emptyGlob(glob: string, severity: Severity, at: Place, sources: Sources): Diagnostic {
  const finding = {
    at,
    message: `No file matches ${glob}.`,
    help: 'Check its spelling, or remove it; it is relative to this file, and ** matches any folders.',
  };
  return toDiagnostic('sources-empty', severity, finding, sources);
}

/**
 * Warns if no API is found. It is not an error, since the cause may be either a misspelled glob or the deletion of the
 * last API.
 */
export function reportNoApi(
  { value, place }: Declared<GatewayDeclaration>,
  { declarations, diagnostics, sources }: Loading,
): void {
  const isIncomplete = diagnostics.some(
    ({ code, severity }) => code === 'sources-empty' && severity === 'warning',
  );
  if (!value.sources || declarations.names.Api.size > 0 || !isIncomplete) return;
  const finding = {
    at: placeOf(place, 'sources'),
    part: 'key',
    message: 'The files that were found declare no API, so every call returns 404.',
    help: 'Check the globs that do not match a file.',
  } as const;
  diagnostics.push(toDiagnostic('sources-empty', 'warning', finding, sources));
}
