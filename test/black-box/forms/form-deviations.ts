import type { DeviationCode } from '#export/envoy/deviations.ts';
import { gatewayHost } from '../black-box-case.ts';
import { lineOf, plainForm, type DrawnForm, type DrawnLine } from './draw-forms.ts';

/** A form of requests of which Envoy may make something else than the built-in data plane. */
export interface FormDeviation {
  readonly code: DeviationCode;
  readonly applies: (form: DrawnForm, isTrusted: boolean) => boolean;
  /** One that shows it; without it another test does. */
  readonly example?: DrawnForm;
}

/** A call that differs from a plain one by its first header line. */
function withLine(name: string, value: string, changes: Partial<DrawnLine> = {}): DrawnForm {
  return { ...plainForm, lines: [...plainForm.lines, { ...lineOf(name, value), ...changes }] };
}

function withLength(length: string, body: string): DrawnForm {
  return { ...withLine('Content-Length', length), method: body === '' ? 'GET' : 'POST', body };
}

const has = (holds: (line: DrawnLine & { readonly lower: string }) => boolean) => (form: DrawnForm) =>
  form.lines.some((line) => holds({ ...line, lower: line.name.toLowerCase() }));

const isNamed = (...names: readonly string[]) => has(({ lower }) => names.includes(lower));

function repeats({ lines }: DrawnForm): boolean {
  const names = lines.map(({ name }) => name.toLowerCase());
  return new Set(names).size < names.length;
}

const lengths = ({ lines }: DrawnForm) =>
  lines.filter(({ name }) => name.toLowerCase() === 'content-length').map(({ value }) => value);

const isOfHttp10 = ({ version }: DrawnForm) => version === '1.0';

/** What only a trusted proxy states of the address of its client, written otherwise than as a plain address. */
const oddAddress = has(
  ({ lower, value }) =>
    lower === 'x-forwarded-for' && !/^(?:\d{1,3}(?:\.\d{1,3}){3}|2001:db8::7)$/.test(value.trim()),
);

/** A carriage return is lenient_requests, and a tab is allowed. */
function isControl(character: string): boolean {
  return (character < ' ' && character !== '\t' && character !== '\r') || character === '\u007f';
}

export const formDeviations: readonly FormDeviation[] = [
  {
    code: 'lenient_requests',
    applies: has(({ end }) => end === '\n'),
    example: withLine('X-Kept', '1', { end: '\n' }),
  },
  {
    code: 'lenient_requests',
    applies: has(({ value }) => value.includes('\r')),
    example: withLine('X-Kept', 'a\rb'),
  },
  {
    code: 'lenient_requests',
    applies: has(({ lower, value }) => lower === 'host' && value !== gatewayHost),
    example: withLine('host', 'other.example.edu'),
  },
  {
    code: 'lenient_requests',
    applies: (form) => lengths(form).some((length) => length.length > 15),
    example: withLength('0000000000000005', 'hello'),
  },
  {
    code: 'lenient_requests',
    applies: (form) => isOfHttp10(form) && isNamed('transfer-encoding')(form),
    example: {
      ...withLine('Transfer-Encoding', 'chunked'),
      method: 'POST',
      version: '1.0',
      body: '0\r\n\r\n',
    },
  },
  { code: 'malformed_requests', applies: (form) => !isNamed('host')(form) },
  { code: 'malformed_requests', applies: has(({ separator }) => separator === ' : ') },
  { code: 'malformed_requests', applies: has(({ value }) => [...value].some(isControl)) },
  {
    code: 'request_lengths',
    applies: (form) => lengths(form).some((length) => /^0+\d/.test(length)),
    example: withLength('005', 'hello'),
  },
  {
    code: 'request_lengths',
    applies: (form) => form.method !== 'POST' && lengths(form).some((length) => Number(length) === 0),
    example: withLength('0', ''),
  },
  { code: 'joined_values', applies: repeats, example: withLine('authorization', '0') },
  { code: 'joined_values', applies: isNamed('via', 'x-forwarded-for'), example: withLine('Via', '1.1 a') },
  {
    code: 'envoy_headers',
    applies: has(({ lower }) => lower.startsWith('x-envoy-') || lower === 'referer'),
    example: withLine('x-envoy-other', '1'),
  },
  {
    code: 'underscore_headers',
    applies: has(({ name }) => name.includes('_')),
    example: withLine('x_kept', '1'),
  },
  {
    code: 'head_forwarded',
    applies: ({ method }) => method === 'HEAD',
    example: { ...plainForm, method: 'HEAD' },
  },
  { code: 'via_protocol', applies: isOfHttp10, example: { ...plainForm, version: '1.0' } },
  { code: 'te_forwarded', applies: isNamed('te'), example: withLine('TE', 'trailers') },
  {
    code: 'connection_options',
    applies: isNamed('connection'),
    example: withLine('Connection', 'accept'),
  },
  { code: 'request_id_format', applies: (form, isTrusted) => isTrusted && isNamed('x-request-id')(form) },
  { code: 'forwarded_addresses', applies: (form, isTrusted) => isTrusted && oddAddress(form) },
];
