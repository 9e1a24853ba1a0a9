import { once } from 'node:events';
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import type { AtEnd } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import type { BlackBoxCase, Outcome } from '../black-box-case.ts';
import { issueTokens } from '../issue-tokens.ts';
import { KeptConnection } from '../kept-connection.ts';
import { openBuiltInPlane } from '../planes/built-in-plane.ts';
import type { RunningPlane } from '../planes/running-plane.ts';
import { openRecordingUpstream } from '../recording-upstream.ts';
import { declareApis, type DeclaredApi } from '../repository/declared-apis.ts';
import { declaredApplications } from '../repository/declared-applications.ts';
import { writeRepository, type Repository } from '../repository/write-repository.ts';
import { describeAnswer, describeSeen, fillInTokens, type Target } from '../send-case.ts';
import { openHttp2Upstream } from './http2-upstream.ts';
import { readTrailers } from './response-trailers.ts';
import { openHttp2, sendByHttp2 } from './speak-http2.ts';

/** A repository whose listener speaks TLS, its key manager, and its built-in data plane. */
export interface SecureGround {
  /** The authority of the certificate of the data planes, in PEM. */
  readonly ca: string;
  readonly repository: Repository;
  readonly keyManager: RunningPlane;
  readonly builtIn: RunningPlane;
  readonly targetOf: (plane: RunningPlane) => Target;
  /** Of the latest request that the upstream over HTTP/2 received; undefined if it had none. */
  readonly takeTrailers: () => IncomingHttpHeaders | undefined;
}

/** `deployment` is what the deployment declares besides its listener. */
export async function openSecureGround(
  atEnd: AtEnd,
  deployment: Readonly<Record<string, unknown>> = {},
): Promise<SecureGround> {
  const { ca, certificate, key } = await makeCertificates(['localhost'], Date.now());
  const upstream = await openRecordingUpstream(atEnd);
  const http2Upstream = await openHttp2Upstream({ cert: certificate, key }, atEnd);
  const tls = { certificate: { fromFile: 'secrets/tls.pem' }, key: { fromFile: 'secrets/tls.key' } };
  const repository = await writeRepository(
    {
      deployment: { listener: { tls }, ...deployment },
      apis: [
        ...declareApis(upstream, `http://127.0.0.1:${await freePort()}`),
        declareStreams(http2Upstream.url),
      ],
      applications: [
        ...declaredApplications,
        { name: 'streamer', subscriptions: { 'Streams/v1': { tier: 'gold' } } },
      ],
      files: {
        'secrets/ca.pem': ca,
        'secrets/tls.pem': certificate,
        'secrets/tls.key': key,
      },
    },
    atEnd,
  );
  const keyManager = await openBuiltInPlane(repository, atEnd);
  const builtIn = await openBuiltInPlane(repository, atEnd, ['--state-dir', '.other-state']);
  const tokenFor = issueTokens(`http://127.0.0.1:${keyManager.port}`, repository.signingKey);
  const { takeSeen } = upstream;
  return {
    ca,
    repository,
    keyManager,
    builtIn,
    targetOf: (plane) => ({ ...plane, tokenFor, takeSeen }),
    takeTrailers: http2Upstream.takeTrailers,
  };
}

/** Its upstream speaks HTTP/2, which alone receives trailers. */
function declareStreams(url: string): DeclaredApi {
  const auth = { header: { name: 'X-Api-Key', value: { fromFile: 'secrets/key' } } };
  const production = { url: `${url}/streams`, http2: true, ca: { fromFile: 'secrets/ca.pem' }, auth };
  return {
    name: 'Streams',
    context: 'streams',
    operations: ['GET /dogs', 'POST /dogs'],
    settings: { endpoints: { production } },
  };
}

/** Sends cases over TLS, on a connection in HTTP/2 and on others in HTTP/1.1. */
export class SecureClient {
  readonly #target: Target;
  readonly #ca: string;
  readonly #session: ClientHttp2Session;

  constructor(target: Target, ca: string) {
    this.#target = target;
    this.#ca = ca;
    this.#session = openHttp2(target.port, ca);
  }

  async sendByHttp1({ bytes }: BlackBoxCase): Promise<Outcome> {
    const target = this.#target;
    const { port } = target;
    const connection = new KeptConnection(() =>
      connect({ port, host: 'localhost', ca: this.#ca, ALPNProtocols: ['http/1.1'] }),
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

  /** Sends a call with trailers, and resolves with the status of the answer. */
  async sendTrailers(path: string, as: string, trailers: Readonly<Record<string, string>>): Promise<number> {
    const stream = this.#session.request(
      {
        ':method': 'POST',
        ':path': path,
        authorization: `Bearer ${await this.#target.tokenFor(as)}`,
      },
      { endStream: false, waitForTrailers: true },
    );
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    stream.end('x');
    const [{ ':status': status }] = (await once(stream, 'response')) as [
      IncomingHttpHeaders & { ':status': number },
    ];
    await text(stream);
    return status;
  }

  /** The trailers of the answer to a call in HTTP/1.1, and to one in HTTP/2. */
  async readTrailers(path: string, as: string): Promise<readonly IncomingHttpHeaders[]> {
    const headers = { authorization: `Bearer ${await this.#target.tokenFor(as)}` };
    return readTrailers({ port: this.#target.port, ca: this.#ca, session: this.#session, path, headers });
  }

  close(): void {
    this.#session.destroy();
  }
}
