import { connect } from 'node:net';
import { connect as connectOverTls } from 'node:tls';
import { KeptConnection } from '../kept-connection.ts';
import { describeAnswer, fillInTokens, type Target } from '../send-case.ts';
import { bytesOf } from './attack.ts';
import type { Channel } from './send-attacks.ts';

/** Sends attacks byte for byte in HTTP/1.1; over TLS, if there is an authority to trust. */
export function openHttp1Channel(target: Target, ca?: string): Channel {
  const { port } = target;
  const connection = new KeptConnection(() =>
    ca === undefined
      ? connect(port, '127.0.0.1')
      : connectOverTls({ port, host: 'localhost', ca, ALPNProtocols: ['http/1.1'] }),
  );
  return {
    exchange: async (attack, identifier) => {
      const bytes = await fillInTokens(bytesOf(attack, identifier), target.tokenFor);
      const answers = await connection.exchange(bytes, attack.line.split(' ')[0] ?? '');
      return answers.map((answer) => describeAnswer(answer, target));
    },
    close: () => connection.close(),
  };
}
