import type { DeviationCode } from '#export/envoy/deviations.ts';
import { sorted, type Answer, type BlackBoxCase, type Headers, type Outcome } from './black-box-case.ts';
import {
  optionsRemoved,
  readAsAnother,
  refusedOtherwise,
  refuseUnread,
  upgraded,
} from './envoy-malformed-requests.ts';

/** How Envoy differs from the built-in data plane in some cases. */
export interface Deviation {
  /** As `docs/envoy.md` names it. */
  readonly code: DeviationCode;
  /** What comes of a case on Envoy, given what would without this deviation; undefined if it has none there. */
  readonly adjust: (outcome: Outcome, each: BlackBoxCase) => Outcome | undefined;
}

type Adjust = Deviation['adjust'];

const changeAnswers =
  (change: (answer: Answer) => Answer | undefined): Adjust =>
  (outcome) => {
    const answers = outcome.answers.map((answer) => change(answer) ?? answer);
    return answers.some((answer, index) => answer !== outcome.answers[index])
      ? { ...outcome, answers }
      : undefined;
  };

/** Changes the headers that the upstream receives. */
const changeSent =
  (change: (headers: Headers) => Headers): Adjust =>
  (outcome) => {
    const upstream = outcome.upstream.map((seen) => ({ ...seen, headers: change(seen.headers) }));
    return isSame(upstream, outcome.upstream) ? undefined : { ...outcome, upstream };
  };

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function without(headers: Headers, isRemoved: (name: string) => boolean): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isRemoved(name)));
}

/** What the fields of the draft say, in those of Envoy: the burst, what is left of it, and when the next call is. */
const replaceLimitFields = changeAnswers((answer) => {
  const { ratelimit, 'ratelimit-policy': policy, ...headers } = answer.headers;
  const [, quota, burst = quota] = /q=(\d+);w=\d+(?:;gatewright-burst=(\d+))?/.exec(String(policy)) ?? [];
  const [, left, seconds = ''] = /r=(\w+);t=(\d+)$/.exec(String(ratelimit)) ?? [];
  if (burst === undefined || left === undefined || String(policy).includes('own')) return undefined;
  const isPlenty = left === 'PLENTY';
  const fields = {
    'x-ratelimit-limit': burst,
    'x-ratelimit-remaining': isPlenty ? burst : left,
    // Before the last call there is nothing to wait for.
    'x-ratelimit-reset': isPlenty || left !== '0' ? '0' : seconds,
  };
  return { ...answer, headers: sorted({ ...headers, ...fields }) };
});

/** Only refusals that the program does not make itself. */
const answerInJson: Adjust = (outcome, each) =>
  each.name === 'an upstream that is not there, for those who ask for XML'
    ? changeAnswers((answer) => ({
        ...answer,
        headers: { ...answer.headers, 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(Object.fromEntries(membersOf(answer.body))),
      }))(outcome, each)
    : undefined;

function membersOf(xml: string): readonly (readonly [string, string])[] {
  return [...xml.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value = '']) => [name, value]);
}

const forwardHead: Adjust = (outcome, { bytes }) => {
  if (!bytes.startsWith('HEAD ')) return undefined;
  const upstream = outcome.upstream.map((seen) => ({ ...seen, line: seen.line.replace(' GET ', ' HEAD ') }));
  return isSame(upstream, outcome.upstream) ? undefined : { ...outcome, upstream };
};

const keepAddresses: Adjust = (outcome, each) =>
  each.name === 'an address of the upstream becomes one of the gateway'
    ? changeAnswers((answer) => ({
        ...answer,
        headers: { ...answer.headers, location: 'http://UPSTREAM/park/dogs/7' },
      }))(outcome, each)
    : undefined;

/** Of values that Envoy has joined itself. */
const joinWithoutSpace: Adjust = (outcome, each) => {
  const join = (headers: Headers, name: string): Headers =>
    typeof headers[name] === 'string'
      ? { ...headers, [name]: headers[name].replace(/^(.*?),? *, (?=[^,]*$)/, '$1,').replace(/^,/, '') }
      : headers;
  const answers = outcome.answers.map((answer) =>
    each.bytes.includes('/answers/') ? { ...answer, headers: join(answer.headers, 'vary') } : answer,
  );
  const upstream = outcome.upstream.map((seen) => ({
    ...seen,
    headers: join(join(seen.headers, 'via'), 'x-forwarded-for'),
  }));
  const joined = { answers, upstream };
  return isSame(joined, { answers: outcome.answers, upstream: outcome.upstream }) ? undefined : joined;
};

const passTe: Adjust = (outcome, each) => {
  const [, te] = /\r\nTE: ?(trailers|)\r\n(?!TE)/i.exec(each.bytes) ?? [];
  return te === undefined ? undefined : changeSent((headers) => sorted({ ...headers, te }))(outcome, each);
};

const passNamedHeaders: Adjust = (outcome, { name }) =>
  name === 'headers for one connection end there'
    ? {
        ...outcome,
        answers: outcome.answers.map((answer) => ({
          ...answer,
          headers: sorted({ ...answer.headers, 'x-hop': '1' }),
        })),
      }
    : undefined;

const passCookies: Adjust = (outcome, { bytes }) =>
  bytes.includes('/answers/session')
    ? changeAnswers((answer) => ({
        ...answer,
        headers: { ...answer.headers, 'set-cookie': ['gatewright-session=forged', 'theme=dark'] },
      }))(outcome, { name: '', bytes, expected: outcome })
    : undefined;

const passStatus: Adjust = (outcome, { name }) =>
  name === 'an upstream that answers with a status that does not exist'
    ? {
        ...outcome,
        answers: [
          { status: 999, headers: { 'gatewright-digest': 'DIGEST', 'x-request-id': 'ID' }, body: 'ok' },
        ],
      }
    : undefined;

function withoutReferer({ referer, ...headers }: Headers): Headers {
  return referer === undefined || String(referer).includes(', ') ? headers : sorted({ ...headers, referer });
}

/** The built-in data plane sends no request id with the pages for load balancers. */
const identifyHealth: Adjust = (outcome, { bytes }) =>
  / \/health\b/.test(bytes)
    ? changeAnswers((answer) =>
        answer.headers['x-request-id'] === undefined
          ? { ...answer, headers: sorted({ ...answer.headers, 'x-request-id': 'ID' }) }
          : undefined,
      )(outcome, { name: '', bytes, expected: outcome })
    : undefined;

/** In the order in which they apply. */
export const envoyDeviations: readonly Deviation[] = [
  {
    code: 'malformed_requests',
    adjust: (_outcome, each) => refusedOtherwise.get(each.name) ?? refuseUnread(each),
  },
  { code: 'lenient_requests', adjust: (_outcome, { name }) => readAsAnother.get(name) },
  { code: 'connection_options', adjust: (_outcome, { name }) => optionsRemoved.get(name) },
  { code: 'upgrades', adjust: (_outcome, { name }) => upgraded.get(name) },
  { code: 'limit_fields', adjust: replaceLimitFields },
  { code: 'own_answers_in_json', adjust: answerInJson },
  { code: 'head_forwarded', adjust: forwardHead },
  { code: 'response_addresses', adjust: keepAddresses },
  { code: 'joined_values', adjust: joinWithoutSpace },
  {
    code: 'underscore_headers',
    adjust: changeSent((headers) => without(headers, (name) => name.includes('_'))),
  },
  {
    code: 'envoy_headers',
    adjust: changeSent((headers) => withoutReferer(without(headers, (name) => name.startsWith('x-envoy-')))),
  },
  { code: 'te_forwarded', adjust: passTe },
  { code: 'named_response_headers', adjust: passNamedHeaders },
  { code: 'response_cookies', adjust: passCookies },
  { code: 'unknown_statuses', adjust: passStatus },
  { code: 'request_id_format', adjust: identifyHealth },
];

/** Shown by a test elsewhere, whose title begins with the code. */
export const shownElsewhere: ReadonlyMap<DeviationCode, string> = new Map([
  ['health_check_protocol', 'test/export/envoy/clusters/upstream-deviations.test.ts'],
  ['request_trailers', 'test/black-box/secure.test.ts'],
  ['response_trailers', 'test/black-box/secure.test.ts'],
  ['via_protocol', 'test/black-box/secure.test.ts'],
  ['slow_requests', 'test/export/envoy/listener/slow-clients.test.ts'],
  ['forwarded_addresses', 'test/black-box/forms/forms.test.ts'],
  ['request_lengths', 'test/black-box/forms/forms.test.ts'],
  ['idle_websockets', 'test/export/envoy/clusters/upstream-deviations.test.ts'],
]);

/** What no test shows, each with the reason. */
export const notShown: ReadonlyMap<DeviationCode, string> = new Map([
  ['target_turns', 'It takes a name that has several addresses on every machine.'],
  [
    'upstream_authorities',
    'It takes an upstream with a certificate of an authority that every machine trusts.',
  ],
]);

/** What comes of a case on Envoy, and the deviations without which it would be something else. */
export function deviate(
  each: BlackBoxCase,
  deviations: readonly Deviation[] = envoyDeviations,
): { readonly outcome: Outcome; readonly codes: readonly DeviationCode[] } {
  let outcome = each.expected;
  const codes: DeviationCode[] = [];
  for (const { code, adjust } of deviations) {
    const adjusted = adjust(outcome, each);
    if (adjusted === undefined) continue;
    codes.push(code);
    outcome = adjusted;
  }
  return { outcome, codes };
}
