import type { Observer } from '#runtime/observation/observer.ts';
import type { Io } from '../io.ts';
import type { ObservedDocument } from './observed-document.ts';
import { readTraffic } from './read-traffic.ts';

/** Compares the calls of a file with the document; returns what was left out, a sentence each. */
export async function observeRecording(
  traffic: string,
  { origins }: ObservedDocument,
  observer: Observer,
  io: Io,
): Promise<readonly string[]> {
  const ofDocument = await findOrigins(traffic, new Set(origins), io);
  const skipped = { unreadable: 0, elsewhere: 0, webSockets: 0 };
  for await (const call of readTraffic(traffic, io)) {
    if (!call) skipped.unreadable += 1;
    else if (call.isWebSocket) skipped.webSockets += 1;
    else if (ofDocument && call.origin !== undefined && !ofDocument.has(call.origin)) skipped.elsewhere += 1;
    else observer.observe(call);
  }
  return [
    ...(skipped.elsewhere > 0
      ? [`Left out ${count(skipped.elsewhere, 'call')} to hosts that are not a server of the document.`]
      : []),
    ...(skipped.webSockets > 0 ? [`Left out ${count(skipped.webSockets, 'WebSocket')}.`] : []),
    ...(skipped.unreadable > 0
      ? [`Left out ${count(skipped.unreadable, 'entry', 'entries')} of ${traffic} that cannot be read.`]
      : []),
  ];
}

/** The servers of the document, if the recording has calls to one; undefined if calls to every host are meant. */
async function findOrigins(
  traffic: string,
  origins: ReadonlySet<string>,
  io: Io,
): Promise<ReadonlySet<string> | undefined> {
  if (origins.size === 0) return undefined;
  for await (const call of readTraffic(traffic, io)) {
    if (call?.origin !== undefined && origins.has(call.origin)) return origins;
  }
  return undefined;
}

function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
