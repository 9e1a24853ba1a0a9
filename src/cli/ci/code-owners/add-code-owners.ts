import { baselineFile, ignoreFile } from '../../../compiler/workspace/suppressions.ts';
import type { Workspace } from '../../../compiler/workspace/workspace.ts';
import type { Addition } from '../addition.ts';
import type { Checkout } from '../checkout.ts';
import { ownedByApis, ownedByApplications, type OwnedPath } from './owned-paths.ts';
import { renderCodeOwners } from './render-code-owners.ts';

/** Where GitHub or GitLab looks for the file; both look at the root. */
export const codeOwnersFiles = ['CODEOWNERS', '.github/CODEOWNERS', '.gitlab/CODEOWNERS', 'docs/CODEOWNERS'];

/** A CODEOWNERS file of everything declared; in the place of the one that is there, if there is one. */
export function addCodeOwners({ prefix }: Checkout, workspace: Workspace, existing?: string): Addition {
  const fromRoot = (paths: readonly OwnedPath[]) =>
    paths.map(({ path, owners }) => ({ path: prefix + path, owners }));
  const text = renderCodeOwners([
    { title: 'APIs, and the subscriptions to them', paths: fromRoot(ownedByApis(workspace)) },
    { title: 'Applications', paths: fromRoot(ownedByApplications(workspace)) },
    { title: 'What all share', paths: fromRoot(toPlatform(sharedFiles(workspace))) },
    { title: 'What decides whether a change may pass', paths: toPlatform(guards(prefix, existing)) },
  ]);
  return { files: [{ path: existing ?? 'CODEOWNERS', text, isShownIfKept: true }], advice: [] };
}

function sharedFiles({ gateway, tiers, users, identityProviders }: Workspace): readonly string[] {
  const declared = [gateway, ...tiers, ...users, ...identityProviders];
  return [...new Set(declared.map(({ place }) => place.file))];
}

/** Without them a change could be approved, or left unchecked, by whoever proposes it. */
function guards(prefix: string, existing = 'CODEOWNERS'): readonly string[] {
  const beside = ['gatewright-approvals.yaml', ignoreFile, baselineFile].map((file) => prefix + file);
  const folders = ['.github/', '.gitlab/', '.githooks/'];
  // One at the root would stand in for one below it.
  const owners = ['CODEOWNERS', existing].filter(
    (file) => !folders.some((folder) => file.startsWith(folder)),
  );
  return [...beside, ...folders, '.gitlab-ci.yml', ...new Set(owners)];
}

function toPlatform(paths: readonly string[]): readonly OwnedPath[] {
  return paths.map((path) => ({ path, owners: ['platform-team'] }));
}
