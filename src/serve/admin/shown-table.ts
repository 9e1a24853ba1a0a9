import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Compiled } from '../../compiled/compiled.ts';
import { hideDigests } from '../../compiled/hide-digests.ts';

/** Of a list at once, so that calls need not wait for all of it. */
const membersAtOnce = 1000;

/**
 * A route table for operators, as JSON in pieces: `digest`, and `manifest` without the digests of secrets and passwords.
 * Its parts are asked for one by one.
 */
export async function* shownTable({ digest, manifest }: Compiled): AsyncGenerator<string> {
  yield `{"digest":${JSON.stringify(digest)},"manifest":{`;
  let separator = '';
  for (const [name, value] of Object.entries(hideDigests(manifest))) {
    yield `${separator}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) yield* shownList(value);
    else yield JSON.stringify(value);
    separator = ',';
  }
  yield '}}\n';
}

async function* shownList(members: readonly unknown[]): AsyncGenerator<string> {
  yield '[';
  for (let from = 0; from < members.length; from += membersAtOnce) {
    const text = JSON.stringify(members.slice(from, from + membersAtOnce)).slice(1, -1);
    yield from === 0 ? text : `,${text}`;
    await nextTurn();
  }
  yield ']';
}
