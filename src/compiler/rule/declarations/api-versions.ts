import { groupVersions } from '../../workspace/group-versions.ts';
import type { DeclaredApi } from '../../workspace/workspace.ts';
import { oncePer } from '../once-per.ts';

/** The versions of each API that has several, oldest first; a malformed one is left out. */
export const severalVersions = oncePer((apis: readonly DeclaredApi[]) =>
  groupVersions(apis).filter(({ length }) => length > 1),
);
