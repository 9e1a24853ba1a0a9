import { ownName, type Bench } from '../../gateway/bench.ts';
import { bareName } from '../../gateway/peers.ts';
import { note, printTurns, say } from '../../gateway/report.ts';
import { measureInTurn, ratioOf, type Turn } from '../../gateway/turns.ts';
import { exportedName } from '../exported-envoy.ts';
import { handWrittenName } from '../hand-written.ts';
import { additionNames } from '../additions.ts';
import { startPlanes } from '../planes.ts';

const targets = [
  [handWrittenName, { most: 1.15 }],
  [additionNames.all, {}],
  [ownName, {}],
  ['nginx', {}],
  [bareName, {}],
] as const;

/** The processor time of a call on Envoy driven by the table, against other ways to answer it. */
export async function measureThroughput(bench: Bench): Promise<void> {
  say('\nProcessor time of a call: 10 APIs of 10 operations, 1,000 subscriptions, 1,000 tokens');
  await using started = new AsyncDisposableStack();
  const taken = await measureInTurn(bench, await startPlanes(bench, started, { additions: true }));
  printTurns(taken);
  for (const [name, most] of targets) {
    const [ours, theirs] = [taken.get(exportedName), taken.get(name)];
    if (!ours || !theirs) continue;
    const figure = ratioOf(ours, theirs);
    note({ name: `processor time of a call, to that of ${name}`, figure, unit: 'times', ...most });
  }
  noteSteps(taken);
}

/** How much of the difference to a configuration by hand is the contract, and how much a program in Lua. */
function noteSteps(taken: ReadonlyMap<string, readonly Turn[]>): void {
  const byHand = taken.get(handWrittenName);
  if (!byHand) return;
  say('\nOf that, to Envoy configured by hand');
  for (const name of Object.values(additionNames)) {
    const turns = taken.get(name);
    if (turns) note({ name, figure: ratioOf(turns, byHand), unit: 'times' });
  }
}
