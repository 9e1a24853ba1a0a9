import { cleanName } from '#compiled/names/clean-name.ts';
import { createHash } from 'node:crypto';
import { markHidden } from '#compiled/names/hidden-characters.ts';
import type { ProposalSubject, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import type { ProposalCommit } from '#platform/git/proposals/list-commits.ts';
import { declineTrailers } from '#platform/git/proposals/list-declines.ts';
import type { Signatory } from '#platform/git/proposals/write-commit.ts';
import { longestReason, type Proposal, type Proposer } from '#runtime/ports/proposals.ts';
import type { ProposalPlan } from '#runtime/ports/proposals/preview.ts';

/**
 * The branch name of a person's proposal for a subject, without the prefix: `ada/subscription-DogWalker-DogPark-v1`.
 */
export function branchOf({ id }: Pick<Proposer, 'id'>, subject: ProposalSubject): string {
  return `${folderOf(id)}/${slugOf(wordsOf(subject).join('-'), /[^A-Za-z0-9_.-]+/g)}`;
}

/**
 * The first part of a person's branch names, which is unique per person. Plain names of declared users are used
 * unchanged.
 */
export function folderOf(id: string): string {
  const name = id.replace(/^user:/, '');
  if (id !== name && /^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) return name;
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 12);
  const slug = slugOf(name.toLowerCase(), /[^a-z0-9]+/g).slice(0, 40);
  return `${slug === '' ? 'user' : slug}.${digest}`;
}

function slugOf(text: string, others: RegExp): string {
  return text
    .replaceAll(others, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .replace(/\.lock$/, '-lock');
}

function wordsOf({ aspect, application, api, finding }: ProposalSubject): readonly string[] {
  return [aspect, application, api, finding].filter((word) => word !== undefined);
}

/** Formats a subject as the value of a commit trailer: `subscription DogWalker DogPark/v1`. */
export function writeSubject(subject: ProposalSubject): string {
  return wordsOf(subject).join(' ');
}

/** Parses the value of a commit trailer; undefined if it is not a subject. */
export function readSubject(text: string): ProposalSubject | undefined {
  const [aspect = '', first = '', second] = text.split(' ');
  if (first === '') return undefined;
  switch (aspect) {
    case 'application':
    case 'settings':
    case 'name':
    case 'owner':
    case 'removal':
    case 'subscriptions':
    case 'production-keys':
    case 'sandbox-keys':
      return { aspect, application: first };
    case 'api':
    case 'details':
    case 'definition':
    case 'lifecycle':
      return { aspect, api: first };
    case 'finding':
      return second === undefined ? undefined : { aspect, api: first, finding: second };
    case 'subscription':
      return second === undefined ? undefined : { aspect, application: first, api: second };
    default:
      return undefined;
  }
}

/** The author of a commit. `host` is the store's host, used in the email address of a person who has none. */
export function authorOf({ id, name, email }: Omit<Proposer, 'identity'>, host: string): Signatory {
  const isAddress = email !== undefined && /^[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+$/u.test(email);
  const plain = cleanName(name);
  return {
    name: /[\p{L}\p{N}]/u.test(plain) ? plain : cleanName(id),
    email: isAddress ? email : `${folderOf(id)}@users.noreply.${host}`,
  };
}

/** The committer of proposals, which is the gateway. */
export function committerOf(host: string): Signatory {
  return { name: 'Gatewright', email: `gatewright@${host}` };
}

/** Whether a commit is one of the gateway on the branch of the person who it says has proposed it. */
export function isMadeByGateway(
  { committerEmail, parents, proposedBy }: Pick<ProposalCommit, 'committerEmail' | 'parents' | 'proposedBy'>,
  branch: string,
  { settings, host }: { readonly settings: Pick<ProposalSettings, 'branchPrefix'>; readonly host: string },
): boolean {
  const isInOwnFolder = branch.startsWith(`${settings.branchPrefix}${folderOf(proposedBy)}/`);
  return parents.length === 1 && committerEmail === committerOf(host).email && isInOwnFolder;
}

/** What a proposal changes. */
interface DescribedChange {
  readonly change: ProposedChange['change'];
  readonly subject: ProposalSubject;
}

/** The most API versions that a commit message names. */
const mostApis = 50;

/**
 * The commit message of a proposal. Its trailers identify the proposal, and name the API versions whose subscriptions
 * change if the subject is an application, so that their owners find it.
 */
export function messageOf(
  title: string,
  { id }: Pick<Proposer, 'id'>,
  { change, subject }: DescribedChange,
  plan: Pick<ProposalPlan, 'digest' | 'changes'> | undefined,
): string {
  const apis = subject.api === undefined ? apisOf(plan?.changes ?? []) : [];
  const trailers = [
    `Proposed-By: ${cleanName(id)}`,
    `Gatewright-Change: ${change}`,
    `Gatewright-Subject: ${writeSubject(subject)}`,
    ...apis.slice(0, mostApis).map((api) => `Gatewright-Api: ${api}`),
    `Gatewright-Plan-Digest: ${plan?.digest ?? ''}`,
  ];
  return `${title}\n\n${trailers.join('\n')}\n`;
}

/** The API versions of changed subscriptions, each once. */
function apisOf(changes: ProposalPlan['changes']): readonly string[] {
  const subscriptions = changes.filter(({ kind }) => kind === 'Subscription');
  return [...new Set(subscriptions.flatMap(({ name }) => name.split(' ')[1] ?? []))];
}

/** The commit message of the merge of a proposal. It lacks the trailers that mark a proposal. */
export function messageOfMerge(
  { title, branch }: Pick<Proposal, 'title' | 'branch'>,
  { id }: Pick<Proposer, 'id'>,
): string {
  const trailers = [`Approved-By: ${cleanName(id)}`, `Gatewright-Branch: ${branch}`];
  return `Merge proposal: ${cleanName(title)}\n\n${trailers.join('\n')}\n`;
}

/** The commit message of the record that a proposal is declined. It lacks the trailers that mark a proposal. */
export function messageOfDecline(
  { title, branch }: Pick<Proposal, 'title' | 'branch'>,
  { id }: Pick<Proposer, 'id'>,
  reason: string,
): string {
  const values = { by: cleanName(id), branch, reason: cleanReason(reason) };
  const trailers = Object.entries(declineTrailers).map(
    ([name, key]) => `${key}: ${values[name as keyof typeof values]}`,
  );
  return `Decline proposal: ${cleanName(title)}\n\n${trailers.join('\n')}\n`;
}

/** A reason on one line, without hidden characters, nor noncharacters of Unicode, with which git reads it as Latin-1. */
function cleanReason(reason: string): string {
  const line = reason.replaceAll(/\s+/g, ' ').trim().slice(0, longestReason);
  return markHidden(line.replaceAll(/\p{Noncharacter_Code_Point}/gu, '\u{FFFD}'));
}
