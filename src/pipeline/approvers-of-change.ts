import { owns, type OwnerNames } from '#compiled/ownership.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Share } from './share-of-change.ts';

/** The names by which a person is known as an owner or as a member of a team. */
export type AuthorNames = Pick<OwnerNames, 'subject' | 'username' | 'emails'>;

/**
 * Who decides on a change and is not its author. `several`: only somebody who is all of its owners, whom there may not be.
 * `nobody`: a part of it has no owner, or no owner but the author.
 */
export type ApproversOfChange =
  | {
      /** A user name, a subject, an e-mail address or a team. */
      readonly owner: string;
      /** Whether the author belongs to it. */
      readonly hasAuthor: boolean;
    }
  | 'several'
  | 'nobody';

/** Finds who may approve a change by the owners of the base. Who is in a group of a provider is not known there. */
export function approversOf(
  { deciders }: Pick<Share, 'deciders'>,
  { teams }: Pick<Workspace, 'teams'>,
  author: AuthorNames,
): ApproversOfChange {
  const isAuthor = (name: string) => owns({ ...author, teams: [] }, name);
  const found = deciders.map((owner) => {
    const team = teams.find(({ value }) => value.name === owner)?.value;
    const members = team ? (team.members ?? []) : [owner];
    const hasGroups = Object.values(team?.groups ?? {}).some((names) => names.length > 0);
    const hasOthers = hasGroups || members.some((member) => !isAuthor(member));
    return { owner, hasAuthor: members.some(isAuthor), hasOthers };
  });
  const [first, ...others] = found;
  if (!first || found.some(({ hasOthers }) => !hasOthers)) return 'nobody';
  return others.length > 0 ? 'several' : { owner: first.owner, hasAuthor: first.hasAuthor };
}
