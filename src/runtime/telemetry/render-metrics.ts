import { setImmediate as turn } from 'node:timers/promises';
import {
  readRequestKey,
  type ApiCounters,
  type CallMetrics,
  durationBounds,
  type Durations,
} from './call-metrics.ts';

/** A metric of which each API that was called has series. */
interface ApiMetric {
  readonly name: string;
  readonly type: 'counter' | 'histogram';
  readonly help: string;
  /** The lines of an API, by its own labels. */
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

/** How many APIs are rendered before calls have their turn. */
const atOnce = 200;

/** What threads have counted, in the text format of Prometheus, piece by piece. */
export async function* renderCallMetrics(metrics: CallMetrics): AsyncGenerator<string> {
  yield renderRest(metrics);
  const labelled = [...metrics.apis.values()].map((counters) => ({
    counters,
    labels: `api=${quoteLabel(counters.api)},version=${quoteLabel(counters.version)}`,
  }));
  for (const { name, type, help, render } of apiMetrics) {
    yield describeMetric(name, type, help);
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

function renderRest({ rejections, inFlight, webSockets, upstreams }: CallMetrics): string {
  const total = 'gatewright_rejections_total';
  let text = describeMetric(total, 'counter', 'Requests that the gateway itself rejected, by error code.');
  for (const [code, number] of rejections) text += `${total}{code="${code}"} ${number}\n`;
  text += renderGauge('gatewright_requests_in_flight', 'Requests in progress.', inFlight);
  text += renderGauge('gatewright_websockets_open', 'WebSockets that are open or being opened.', webSockets);
  text += describeMetric(
    'gatewright_upstream_circuit_open',
    'gauge',
    '1 while the circuit of an upstream is open; absent if it never opened.',
  );
  for (const { url, isOpen } of upstreams)
    text += renderState('gatewright_upstream_circuit_open', url, isOpen);
  text += describeMetric(
    'gatewright_upstream_healthy',
    'gauge',
    '1 while an upstream passes its health check in all threads.',
  );
  for (const { url, isHealthy } of upstreams)
    text += renderState('gatewright_upstream_healthy', url, isHealthy);
  return text;
}

function renderGauge(name: string, help: string, value: number): string {
  return `${describeMetric(name, 'gauge', help)}${name} ${value}\n`;
}

function renderState(name: string, url: string, is: boolean | undefined): string {
  return is === undefined ? '' : `${name}{upstream=${quoteLabel(url)}} ${Number(is)}\n`;
}

/** The value of a label in the text format of Prometheus, with its quotes. */
export function quoteLabel(value: string): string {
  return `"${value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)}"`;
}

/** The lines that precede those of a metric. */
function describeMetric(name: string, type: 'counter' | 'gauge' | 'histogram', help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}
