import { setImmediate as turn } from 'node:timers/promises';
import {
  readRequestKey,
  type ApiCounters,
  type CallMetrics,
  durationBounds,
  type Durations,
} from './call-metrics.ts';

/** A metric that has series for each API that was called. */
interface ApiMetric {
  readonly name: string;
  readonly type: 'counter' | 'histogram';
  readonly help: string;
  /** The lines of one API; `labels` contains its own labels. */
  readonly render: (name: string, labels: string, counters: ApiCounters) => string;
}

const apiMetrics: readonly ApiMetric[] = [
  {
    name: 'gatewright_requests_total',
    type: 'counter',
    help: 'Completed requests, by API, method and status; 499 if the client disconnected first.',
    render: (name, labels, { requests }) => {
      let text = '';
      for (const [key, number] of requests) {
        const { method, status } = readRequestKey(key);
        text += `${name}{${labels},method="${method}",status="${status}"} ${number}\n`;
      }
      return text;
    },
  },
  {
    name: 'gatewright_address_requests_total',
    type: 'counter',
    help: 'Completed requests at the further addresses of an API (alsoAt); they are also in gatewright_requests_total.',
    render: (name, labels, { addresses }) => {
      let text = '';
      for (const [address, number] of addresses)
        text += `${name}{${labels},address=${quoteLabel(address)}} ${number}\n`;
      return text;
    },
  },
  {
    name: 'gatewright_request_duration_seconds',
    type: 'histogram',
    help: 'From the headers of a request to the last byte of its response, without WebSockets.',
    render: (name, labels, { durations }) => renderDurations(name, labels, durations),
  },
  {
    name: 'gatewright_upstream_duration_seconds',
    type: 'histogram',
    help: 'From sending a request to an upstream to the headers of its response.',
    render: (name, labels, { upstreamDurations }) => renderDurations(name, labels, upstreamDurations),
  },
  {
    name: 'gatewright_upstream_failures_total',
    type: 'counter',
    help: 'Requests without an upstream response, by error code, or with an aborted response.',
    render: (name, labels, { upstreamFailures }) => {
      let text = '';
      for (const [reason, number] of upstreamFailures)
        text += `${name}{${labels},reason="${reason}"} ${number}\n`;
      return text;
    },
  },
  {
    name: 'gatewright_upstream_retries_total',
    type: 'counter',
    help: 'Retries of requests to upstreams.',
    render: (name, labels, { retries }) => (retries === 0 ? '' : `${name}{${labels}} ${retries}\n`),
  },
  {
    name: 'gatewright_console_requests_total',
    type: 'counter',
    help: "Completed requests that the store's console has sent; they are also in gatewright_requests_total.",
    render: (name, labels, { consoleRequests }) =>
      consoleRequests === 0 ? '' : `${name}{${labels}} ${consoleRequests}\n`,
  },
  {
    name: 'gatewright_drift_total',
    type: 'counter',
    help: 'Forwarded requests and responses that violate the declaration of the API.',
    render: (name, labels, { drift }) =>
      (['request', 'response'] as const)
        .filter((direction) => drift[direction] > 0)
        .map((direction) => `${name}{${labels},direction="${direction}"} ${drift[direction]}\n`)
        .join(''),
  },
];

/** The number of APIs that are rendered before calls have their turn. */
const atOnce = 200;

/**
 * The metrics of each API, in the text format of Prometheus, piece by piece. Prom-client would block calls until it has
 * rendered all APIs.
 */
export async function* renderApiMetrics(apis: CallMetrics['apis']): AsyncGenerator<string> {
  const labelled = [...apis.values()].map((counters) => ({
    counters,
    labels: `api=${quoteLabel(counters.api)},version=${quoteLabel(counters.version)}`,
  }));
  for (const { name, type, help, render } of apiMetrics) {
    yield `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    for (let from = 0; from < labelled.length; from += atOnce) {
      let text = '';
      for (const { counters, labels } of labelled.slice(from, from + atOnce))
        text += render(name, labels, counters);
      if (text !== '') yield text;
      await turn();
    }
  }
}

function renderDurations(name: string, labels: string, durations: Durations): string {
  let text = '';
  let total = 0;
  for (let index = 0; index < durationBounds.length; index++) {
    total += durations[index] ?? 0;
    text += `${name}_bucket{${labels},le="${durationBounds[index]}"} ${total}\n`;
  }
  total += durations[durationBounds.length] ?? 0;
  if (total === 0) return '';
  text += `${name}_bucket{${labels},le="+Inf"} ${total}\n`;
  return `${text}${name}_sum{${labels}} ${durations.at(-1)}\n${name}_count{${labels}} ${total}\n`;
}

/** The value of a label in the text format of Prometheus, with its quotes. */
export function quoteLabel(value: string): string {
  return `"${value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)}"`;
}
