import { setTimeout as delay } from 'node:timers/promises';
import { commitAll } from '../../platform/git-in-test.ts';
import {
  type ControlPlaneProcess,
  startControlPlane,
  type Surroundings,
  until,
  wordsOf,
} from './open-fleet.ts';

/** Where a control plane listens, and keeps its state. */
interface Place extends Pick<Surroundings, 'port' | 'controlPlanePort'> {
  readonly stateFolder: string;
}

/** Starts a control plane that follows the main branch of a repository; several of them may run at once. */
export async function followBranch(
  surroundings: Surroundings,
  repository: string,
  { port, controlPlanePort, stateFolder }: Place,
): Promise<ControlPlaneProcess> {
  const words = await wordsOf({ ...surroundings, controlPlanePort });
  const own = words.map((word) => (word.startsWith('--port=') ? `--port=${port}` : word));
  const source = [
    '--source',
    `git+${repository}#main`,
    '--poll-seconds=1',
    `--secrets-dir=${surroundings.root}`,
  ];
  return startControlPlane(stateFolder, [...own, ...source]);
}

/** Commits files at least a second after any commit before, since the times of commits have whole seconds. */
export async function commitFiles(
  { root, write }: Pick<Surroundings, 'root' | 'write'>,
  files: Readonly<Record<string, string>>,
  message: string,
): Promise<string> {
  await delay(1100);
  for (const [path, text] of Object.entries(files)) await write(path, text);
  return commitAll(root, message);
}

/** Resolves with the digest of a commit once a control plane serves it. */
export async function untilServed({ status }: ControlPlaneProcess, commit: string): Promise<string> {
  await until(async () => (await status()).source.commit === commit);
  return (await status()).digest;
}

/** Waits until each of so many Envoys has polled for longer than it takes a control plane to know what it has. */
export async function expectPolled({ status }: ControlPlaneProcess, count: number): Promise<void> {
  const seen = new Map<string, Set<string>>();
  await until(async () => {
    for (const { name, polledAt } of (await status()).controlPlane.nodes)
      seen.set(name, (seen.get(name) ?? new Set()).add(polledAt.slice(0, '2026-11-26T12:00:00'.length)));
    return seen.size === count && [...seen.values()].every((times) => times.size > 12);
  });
}
