import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../lint/measure.ts';
import { subfolder, type Bench } from '../../gateway/bench.ts';
import { makeProject, type Project } from '../../gateway/project.ts';
import { note, say } from '../../gateway/report.ts';
import { startFleet } from '../start-fleet.ts';

const changes = 20;

/** How soon no Envoy of a fleet admits calls any more, after the subscription for them is blocked. */
export async function measureFleet(bench: Bench): Promise<void> {
  say(
    `\nA subscription that is blocked ${changes} times: three Envoys, two control planes behind one address, on all cores`,
  );
  await using started = new AsyncDisposableStack();
  const size = { apis: 10, operations: 10, subscriptions: 1000 };
  const project = await makeProject(bench, 'fleet', size);
  const write = editSubscriptions(bench, project);
  const fleet = await startFleet(bench, project, started);
  const seconds: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const written = performance.now();
    write('blocked');
    await fleet.answers(403);
    seconds.push((performance.now() - written) / 1000);
    write('active');
    await fleet.answers(200);
  }
  say(`  ${seconds.map((each) => each.toFixed(2)).join(' ')}`);
  const figures = { first: seconds[0] ?? NaN, shortest: Math.min(...seconds), median: median(seconds) };
  for (const [name, figure] of Object.entries(figures))
    note({ name: `from the change to refusals of all Envoys, ${name}`, figure, unit: 's' });
  note({
    name: 'from the change to refusals of all Envoys, longest',
    figure: Math.max(...seconds),
    unit: 's',
    most: 2,
  });
}

/** Writes the state of all subscriptions to the first API, by a rename. */
function editSubscriptions(bench: Bench, { folder, repository }: Project): (state: string) => void {
  const file = join(folder, repository.apis[0]?.folder ?? '', 'subscriptions.yaml');
  const original = readFileSync(file, 'utf8');
  const next = join(subfolder(bench, 'changes'), 'subscriptions.yaml');
  return (state) => {
    writeFileSync(next, original.replaceAll('tier: gold\n', `tier: gold\nstate: ${state}\n`));
    renameSync(next, file);
  };
}
