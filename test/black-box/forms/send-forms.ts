import { connect } from 'node:net';
import { readAnswers } from '../../runtime/gateway/smuggling/read-answers.ts';
import type { Answer, Headers, Outcome, Seen } from '../black-box-case.ts';
import { describeAnswer, describeSeen, fillInTokens, type Target } from '../send-case.ts';
import { bytesOf, type DrawnForm } from './draw-forms.ts';

/** By which the upstream knows which request it receives. */
export const formHeader = 'x-form';

/** How many connections are open at a time. */
const width = 8;

/** How long a server may be silent that should answer. */
const patienceMs = 10_000;

/** Sends drawn requests, each on a connection of its own; returns what comes of each, in their order. */
export async function sendForms(forms: readonly DrawnForm[], target: Target): Promise<readonly Outcome[]> {
  target.takeSeen();
  const answers: (readonly Answer[])[] = [];
  const waiting = forms.entries();
  const sendNext = async () => {
    for (const [index, form] of waiting) answers[index] = await exchange(form, index, target);
  };
  await Promise.all(Array.from({ length: width }, sendNext));
  const seen = Map.groupBy(target.takeSeen(), ({ headers }) => String(headers[formHeader]));
  return forms.map((_, index) => ({
    answers: answers[index] ?? [],
    upstream: (seen.get(String(index)) ?? []).map(withoutName),
  }));
}

function withoutName({ headers, ...one }: Seen): Seen {
  const { [formHeader]: _name, ...others }: Headers = headers;
  return describeSeen({ ...one, headers: others });
}

/** The first answer: what follows it depends on where a server that has refused stops reading. */
async function exchange(form: DrawnForm, index: number, target: Target): Promise<readonly Answer[]> {
  const bytes = await fillInTokens(bytesOf(form, `${formHeader}: ${index}`), target.tokenFor);
  const received = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(target.port, '127.0.0.1').setEncoding('latin1');
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('data', (data: unknown) => {
      text += String(data);
      if (firstOf(text, form) !== undefined) socket.destroy();
    });
    socket.on('error', () => undefined).on('close', () => resolve(text));
    socket.write(bytes, 'latin1');
  });
  const first = firstOf(received, form);
  return first ? [describeAnswer(first, target)] : [];
}

/** Of a request that could not be read, the server does not know the method. */
function firstOf(received: string, { method }: DrawnForm) {
  const text = received.replace(/^HTTP\/1\.0 /, 'HTTP/1.1 ');
  for (const methods of [[method], []]) {
    try {
      return readAnswers(text, methods).find(({ status }) => status >= 200);
    } catch {
      continue;
    }
  }
  return undefined;
}
