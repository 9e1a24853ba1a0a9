import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { unpackPart } from '#compiled/compiled.ts';
import { type DocumentData, makeDocument } from '../published/make-document.ts';

if (!parentPort) throw new Error('this module begins a thread');

void sendDocument(parentPort, workerData as DocumentData);

async function sendDocument(port: MessagePort, { text, ...wanted }: DocumentData): Promise<void> {
  const made = await makeDocument(unpackPart(text), wanted);
  port.postMessage(made, [made.body.buffer]);
}
