import { readPackageJson } from '#platform/program-files.ts';

/** The version of this program. */
export function readVersion(): string {
  return readPackageJson().version;
}
