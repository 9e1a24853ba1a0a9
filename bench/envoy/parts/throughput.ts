import { ownName, type Bench } from '../../gateway/bench.ts';
import { bareName } from '../../gateway/peers.ts';
import { note, printTurns, say } from '../../gateway/report.ts';
import { measureInTurn, ratioOf } from '../../gateway/turns.ts';
import { exportedName } from '../exported-envoy.ts';
import { handWrittenName, withProgramName } from '../hand-written.ts';
import { startPlanes } from '../planes.ts';

const targets = [
  [handWrittenName, { most: 1.15 }],
  [withProgramName, {}],
  [ownName, {}],
  ['nginx', {}],
  [bareName, {}],
] as const;

/** The processor time of a call on Envoy driven by the table, against other ways to answer it. */
export async function measureThroughput(bench: Bench): Promise<void> {
  say('\nProcessor time of a call: 10 APIs of 10 operations, 1,000 subscriptions, 1,000 tokens');
  await using started = new AsyncDisposableStack();
  const taken = await measureInTurn(bench, await startPlanes(bench, started));
  printTurns(taken);
  for (const [name, most] of targets) {
    const [ours, theirs] = [taken.get(exportedName), taken.get(name)];
    if (!ours || !theirs) continue;
    const figure = ratioOf(ours, theirs);
    note({ name: `processor time of a call, to that of ${name}`, figure, unit: 'times', ...most });
  }
  const [least, byHand] = [taken.get(withProgramName), taken.get(handWrittenName)];
  if (least && byHand)
    note({ name: 'a program of two lines, to none', figure: ratioOf(least, byHand), unit: 'times' });
}
