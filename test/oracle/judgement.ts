import type { Shown } from '../interop/driven-browser.ts';

/** The parts of an answer that matter to a client, and that the standards define for all servers. */
export interface Judgement {
  readonly status: number;
  readonly error?: string;
  /** The names of the answer's fields, sorted. */
  readonly gives?: readonly string[];
  /** Whether a token is reported as valid. */
  readonly active?: unknown;
  /** The scheme of the WWW-Authenticate header. */
  readonly challenge?: string;
  /** Whether the answer may be cached. */
  readonly isKept: boolean;
  /** The part of the redirect URI that contains the answer; absent if the browser is not sent back. */
  readonly sentBackBy?: 'query' | 'fragment';
}

export async function judgeAnswer(answer: Response): Promise<Judgement> {
  const text = await answer.text();
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  const challenge = answer.headers.get('www-authenticate')?.split(' ')[0];
  return {
    status: answer.status,
    ...judgeMembers(json),
    ...(challenge !== undefined && { challenge }),
    isKept: isKept(answer.headers),
  };
}

export function judgePage({ url, status, headers }: Shown): Judgement {
  if (!headers.has('location')) return { status, isKept: isKept(headers) };
  const { hash, searchParams } = new URL(url);
  const members = hash === '' ? searchParams : new URLSearchParams(hash.slice(1));
  const sentBackBy = hash === '' ? 'query' : 'fragment';
  return { status, ...judgeMembers(Object.fromEntries(members)), isKept: isKept(headers), sentBackBy };
}

function judgeMembers(members: Readonly<Record<string, unknown>>) {
  const { error, active } = members;
  // `message` repeats the description for readers of the gateway's own error bodies.
  const said = ['error_description', 'error', 'message', 'active', 'from'];
  const gives = Object.keys(members)
    .filter((name) => !said.includes(name))
    .toSorted();
  return {
    ...(typeof error === 'string' && { error }),
    ...(active !== undefined && { active }),
    ...(gives.length > 0 && { gives }),
  };
}

function isKept(headers: Headers): boolean {
  return !(headers.get('cache-control') ?? '').includes('no-store');
}
