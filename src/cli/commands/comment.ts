import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { ForbiddenError } from '../comment/request-host.ts';
import { findOwnComment, putComment } from '../comment/put-comment.ts';
import { giteaReview, githubReview, gitlabReview, type Review } from '../comment/review.ts';
import { findPipelineHost } from '../comment/pipeline-host.ts';
import type { Io } from '../io.ts';

export const commentCommand: Command = {
  name: 'comment',
  summary: 'Publish a plan as a comment on the pull request of a pipeline.',
  details:
    'Publishes a report of `gatewright plan --format markdown=FILE` as a comment on the GitHub or Gitea ' +
    'pull request or GitLab merge request of the current pipeline, and replaces the comment of an earlier run. ' +
    'The token is read from GITHUB_TOKEN (on Gitea too) or GITLAB_TOKEN. Without a token, or without permission to ' +
    'comment (as in a workflow for a fork), the command writes nothing and exits with 0.',
  positionals: [{ name: 'FILE', summary: 'the report', required: true, isPath: true }],
  options: {
    name: {
      type: 'text',
      placeholder: 'NAME',
      summary: 'Identifies the comment if several gateways comment on the same pull request.',
    },
  },
  examples: [
    { command: 'gatewright comment plan.md', does: 'creates or updates the comment' },
    { command: 'gatewright comment qa.md --name qa', does: 'keeps a separate comment for one deployment' },
  ],
  exitCodes: { 0: 'written, or commenting is not permitted', 2: 'the command could not run' },
  run: comment,
};

async function comment(args: CommandArguments, io: Io): Promise<ExitCode> {
  const [file = ''] = args.positionals;
  const opening = readOpening(args);
  const review = await findReview(io);
  if (review === undefined) return 0;
  const text = await readPlan(io, file);
  io.stderr.write(await writeComment(review, opening, text));
  if (text === undefined) throw new CommandError(`The file ${file} does not exist.`);
  return 0;
}

/**
 * The text of the plan; undefined if the file does not exist. Throws a CommandError if it is not a plan: a pull request
 * could replace the file by a link to a file with secrets.
 */
async function readPlan(io: Io, file: string): Promise<string | undefined> {
  const text = await readFile(resolve(io.cwd, file), 'utf8').catch(() => undefined);
  if (text === undefined || text.startsWith(planMarker)) return text;
  const help = 'Write one with `gatewright plan --format markdown=FILE`.';
  throw new CommandError(`${file} does not contain a plan.`, help);
}

/**
 * Writes the comment even if nothing changes or no plan exists: readers must not take the plan of an earlier push for
 * the current one. Returns a sentence about the result.
 */
async function writeComment(review: Review, opening: Opening, text: string | undefined): Promise<string> {
  try {
    const own = await findOwnComment(review, opening.marker);
    await putComment(review, open(opening, text ?? noPlan), own);
    return `${own === undefined ? 'Added' : 'Updated'} the comment.\n`;
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    return 'The token may not comment here, as in a pipeline for a fork, so nothing was written.\n';
  }
}

const noPlan = 'The last push could not be planned; see the log of its pipeline.\n';

/** The first line of every plan. */
const planMarker = '<!-- gatewright-plan -->';

/** The beginning of a comment. */
interface Opening {
  /** An HTML comment, which readers do not see. */
  readonly marker: string;
  /** The visible name, if several plans comment on the same pull request. */
  readonly title?: string;
}

function readOpening(args: CommandArguments): Opening {
  const name = args.text('name');
  if (name === undefined) return { marker: planMarker };
  if (/^[\w.-]+$/.test(name)) return { marker: `<!-- gatewright-plan ${name} -->`, title: `\`${name}\`` };
  throw new CommandError('--name takes letters, digits, dots, hyphens and underscores.');
}

function open({ marker, title }: Opening, text: string): string {
  const head = title === undefined ? marker : `${marker}\n\n${title}\n`;
  return text.startsWith(head) ? text : `${head}\n${text}`;
}

const reviews = { github: githubReview, gitea: giteaReview, gitlab: gitlabReview } as const;

/**
 * The pull request to comment on; undefined without a token. Throws a CommandError outside the pipeline of a pull
 * request, or if the token is malformed.
 */
async function findReview(io: Io): Promise<Review | undefined> {
  const { env, stderr } = io;
  const host = findPipelineHost(env);
  if (host === undefined) {
    throw new CommandError(
      'This is not a pipeline of GitHub, Gitea or GitLab.',
      'Run it in one for a pull request.',
    );
  }
  const variable = host === 'gitlab' ? 'GITLAB_TOKEN' : 'GITHUB_TOKEN';
  const token = env[variable]?.trim();
  // The error for an invalid header would show the token.
  if (token && !/^[\x21-\x7e]+$/.test(token)) {
    throw new CommandError(`${variable} holds characters that no token has.`, 'Set it to the token alone.');
  }
  if (token) return reviews[host](io, token);
  stderr.write(`${variable} is not set, so nothing was written.\n`);
  return undefined;
}
