import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { placeOf, type Place } from '../../source/place.ts';
import type { GatewayDeclaration } from '../declaration/gateway.ts';
import { approvalsFile, baselineFile, ignoreFile } from '../workspace/excuses.ts';
import { toDiagnostic } from '../workspace/finding.ts';
import type { Sources } from '../workspace/sources.ts';
import type { Declared } from '../workspace/workspace.ts';
import type { Loading } from './loading.ts';

const folders = ['apis', 'applications', 'tiers', 'users', 'identity-providers'];

const defaultSources = folders.flatMap((folder) => [
  `${folder}/**/*.yaml`,
  `${folder}/**/*.yml`,
  `${folder}.yaml`,
]);

/** The files that the globs of the configuration find, sorted; those that are read in any case are left out. */
export async function listSources(
  { value: { sources: globs }, place }: Declared<GatewayDeclaration>,
  loading: Loading,
): Promise<readonly string[]> {
  const found = globs ? listGlobs(globs, placeOf(place, 'sources'), loading) : listDefaults(place, loading);
  const known = [place.file, ignoreFile, approvalsFile, baselineFile];
  return (await found).filter((path) => !known.includes(path));
}

/** A glob that finds nothing is as good as an API that is gone, so it is an error. */
async function listGlobs(
  globs: readonly string[],
  place: Place,
  { sources, diagnostics }: Loading,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const [index, glob] of globs.entries()) {
    const paths = await sources.list([glob]);
    for (const path of paths) found.add(path);
    if (paths.length === 0) diagnostics.push(emptyGlob(glob, placeOf(place, index), sources));
  }
  return [...found].toSorted();
}

async function listDefaults(place: Place, { sources, diagnostics }: Loading): Promise<readonly string[]> {
  const paths = await sources.list(defaultSources);
  if (paths.length > 0) return paths;
  const finding = {
    at: place,
    message: 'Nothing is declared in apis, applications and tiers beside this file.',
    help: 'Declare an API with `gatewright add api`, or name other places in `sources`.',
  };
  diagnostics.push(toDiagnostic('sources-empty', 'warning', finding, sources));
  return paths;
}

function emptyGlob(glob: string, at: Place, sources: Sources): Diagnostic {
  const finding = {
    at,
    message: `No file matches ${glob}.`,
    help: 'Check its spelling, or take it out; it is relative to this file, and ** stands for any folders.',
  };
  return toDiagnostic('sources-empty', 'error', finding, sources);
}
