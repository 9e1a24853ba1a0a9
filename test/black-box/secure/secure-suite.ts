import type { ClientHttp2Session } from 'node:http2';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { makeCertificates } from '../../../src/platform/keys/make-certificates.ts';
import type { AtEnd } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import type { BlackBoxCase, Outcome } from '../black-box-case.ts';
import { issueTokens } from '../issue-tokens.ts';
import { KeptConnection } from '../kept-connection.ts';
import { openBuiltInPlane } from '../planes/built-in-plane.ts';
import type { RunningPlane } from '../planes/running-plane.ts';
import { openRecordingUpstream } from '../recording-upstream.ts';
import { declareApis } from '../repository/declared-apis.ts';
import { declaredApplications } from '../repository/declared-applications.ts';
import { writeRepository, type Repository } from '../repository/write-repository.ts';
import { describeAnswer, describeSeen, fillInTokens, type Target } from '../send-case.ts';
import { openHttp2, sendByHttp2 } from './speak-http2.ts';

/** A repository whose listener speaks TLS, its key manager, and its built-in data plane. */
export interface SecureGround {
  readonly repository: Repository;
  readonly keyManager: RunningPlane;
  readonly builtIn: RunningPlane;
  readonly targetOf: (plane: RunningPlane) => Target;
}

export async function openSecureGround(atEnd: AtEnd): Promise<SecureGround> {
  const { certificate, key } = await makeCertificates(['localhost'], Date.now());
  const upstream = await openRecordingUpstream(atEnd);
  const tls = { certificate: { fromFile: 'secrets/tls.pem' }, key: { fromFile: 'secrets/tls.key' } };
  const repository = await writeRepository(
    {
      deployment: { listener: { tls } },
      apis: declareApis(upstream, `http://127.0.0.1:${await freePort()}`),
      applications: declaredApplications,
      files: { 'secrets/tls.pem': certificate, 'secrets/tls.key': key },
    },
    atEnd,
  );
  const keyManager = await openBuiltInPlane(repository, atEnd);
  const stateFolder = join(repository.root, '.other-state');
  const builtIn = await openBuiltInPlane(repository, atEnd, { plainHttp: false, stateFolder });
  const tokenFor = issueTokens(`http://127.0.0.1:${keyManager.port}`, repository.signingKey);
  const { takeSeen } = upstream;
  return { repository, keyManager, builtIn, targetOf: (plane) => ({ ...plane, tokenFor, takeSeen }) };
}

/** Sends cases over TLS, on a connection in HTTP/2 and on others in HTTP/1.1. */
export class SecureClient {
  readonly #target: Target;
  readonly #session: ClientHttp2Session;

  constructor(target: Target) {
    this.#target = target;
    this.#session = openHttp2(target.port);
  }

  async sendByHttp1({ bytes }: BlackBoxCase): Promise<Outcome> {
    const target = this.#target;
    const { port } = target;
    const connection = new KeptConnection(() =>
      connect({ port, host: 'localhost', ALPNProtocols: ['http/1.1'], rejectUnauthorized: false }),
    );
    target.takeSeen();
    const sent = await fillInTokens(bytes, target.tokenFor);
    const answers = await connection.exchange(sent, bytes.split(' ')[0] ?? '');
    connection.close();
    return {
      answers: answers.map((answer) => describeAnswer(answer, target)),
      upstream: target.takeSeen().map(describeSeen),
    };
  }

  sendByHttp2(each: BlackBoxCase): Promise<Outcome> {
    return sendByHttp2(each, this.#target, this.#session);
  }

  close(): void {
    this.#session.destroy();
  }
}
