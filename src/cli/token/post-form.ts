import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';

export interface FormPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  /** PEM certificates to trust instead of the default authorities. */
  readonly ca: readonly string[] | undefined;
}

export interface FormAnswer {
  readonly status: number;
  readonly body: string;
}

/** The timeout of a request in milliseconds. */
const timeoutMs = 15_000;

/** The maximum length of a response in characters; a response with a token has a few thousand. */
const maxResponseLength = 64 * 1024;

/**
 * Posts a form without following redirects. Rejects with the error of the system or of TLS, or if the response is too
 * long.
 */
export async function postForm({ url, headers, form, ca }: FormPost): Promise<FormAnswer> {
  const body = new URLSearchParams(form).toString();
  const request = url.protocol === 'https:' ? requestTls : requestPlain;
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...(ca && { ca: [...ca] }),
  });
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      readAnswer(response).then((answered) => resolve({ status, body: answered }), reject);
    });
    sent.end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<string> {
  let read = '';
  for await (const chunk of response.setEncoding('utf8')) {
    read += String(chunk);
    if (read.length > maxResponseLength) throw new Error('its answer is too long');
  }
  return read;
}
