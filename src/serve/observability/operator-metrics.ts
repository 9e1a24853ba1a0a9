import { X509Certificate } from 'node:crypto';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AuditEvent, WriteAudit } from '#runtime/ports/audit.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { CallMetrics } from '#runtime/telemetry/call-metrics.ts';
import type { GatewayEvent } from '../served/gateway-event.ts';
import type { OpenControlPlane } from '../control-plane/open-control-plane.ts';
import type { WorkerState } from '../served/servers.ts';
import type { Serving } from '../served/serving.ts';
import { EnvoyMetrics } from './envoy-metrics.ts';
import type { SigningKeyTime } from './signing-key-times.ts';

export interface OperatorMetricsOptions {
  readonly serving: Serving;
  readonly clock: Clock;
}

/** In seconds. The largest exceed those of calls, because compiling thousands of APIs takes long. */
const reloadBuckets = [0.05, 0.1, 0.3, 1, 3, 10, 30];

/**
 * All metrics except those of individual APIs: totals of calls, the served table, reloads, tokens, and the process
 * itself.
 */
export class OperatorMetrics {
  readonly registry = new Registry();
  readonly #clock: Clock;
  readonly #reloads = this.#counter('gatewright_reloads_total', 'Reloads of the sources.', ['result']);
  readonly #reloadDuration = new Histogram({
    name: 'gatewright_reload_duration_seconds',
    help: 'How long a reload took, from reading the sources to serving the new table.',
    buckets: reloadBuckets,
    registers: [this.registry],
  });
  readonly #succeededAt = this.#gauge(
    'gatewright_last_reload_success_timestamp_seconds',
    'When the last successful load ended, including the start.',
  );
  readonly #failedAt = this.#gauge(
    'gatewright_last_reload_failure_timestamp_seconds',
    'When the last load failed; 0 if none has failed.',
  );
  readonly #tokens = this.#counter('gatewright_tokens_issued_total', 'Access tokens issued.', ['grant_type']);
  readonly #refusals = this.#counter(
    'gatewright_oauth_refusals_total',
    'Requests that the authorization server has refused.',
    ['endpoint', 'refused'],
  );
  readonly #envoys = new EnvoyMetrics(this.registry);
  readonly #logins = this.#counter('gatewright_logins_total', 'Logins of users.', ['result']);
  readonly #rejections = this.#counter(
    'gatewright_rejections_total',
    'Requests that the gateway itself rejected, by error code.',
    ['code'],
  );
  readonly #inFlight = this.#gauge('gatewright_requests_in_flight', 'Requests in progress.');
  readonly #webSockets = this.#gauge(
    'gatewright_websockets_open',
    'WebSockets that are open or being opened.',
  );
  readonly #circuitOpen = this.#gaugeOfUpstreams(
    'gatewright_upstream_circuit_open',
    '1 while the circuit of an upstream is open; absent if it never opened.',
  );
  readonly #healthy = this.#gaugeOfUpstreams(
    'gatewright_upstream_healthy',
    '1 while an upstream passes its health check in all threads.',
  );

  readonly #certificateExpiry = new Gauge({
    name: 'gatewright_tls_certificate_expiry_timestamp_seconds',
    help: 'When the TLS certificate of the listeners expires.',
    labelNames: ['certificate'],
    registers: [this.registry],
  });

  #workers: (() => readonly WorkerState[]) | undefined;

  constructor({ serving, clock }: OperatorMetricsOptions) {
    this.#clock = clock;
    this.#describeGeneration(serving);
    this.#gauge('gatewright_apis', 'Versions of APIs in the route table.', (gauge) =>
      gauge.set(serving.table?.manifest.apis.length ?? 0),
    );
    this.#gauge('gatewright_workers', 'Threads that answer calls.', (gauge) =>
      gauge.set(this.#workers?.().filter(({ digest }) => digest !== undefined).length ?? 1),
    );
    this.#gauge(
      'gatewright_sources_broken',
      '1 if the sources cannot be used and an earlier table is served.',
      (gauge) => gauge.set(serving.failure ? 1 : 0),
    );
    this.#describeHeld(serving);
    collectDefaultMetrics({ register: this.registry });
  }

  /** Sets the call metrics, which are totals over all threads. */
  setCalls({ rejections, inFlight, webSockets, upstreams }: CallMetrics): void {
    for (const metric of [this.#rejections, this.#circuitOpen, this.#healthy]) metric.reset();
    for (const [code, number] of rejections) this.#rejections.inc({ code }, number);
    this.#inFlight.set(inFlight);
    this.#webSockets.set(webSockets);
    for (const { url: upstream, isOpen, isHealthy } of upstreams) {
      if (isOpen !== undefined) this.#circuitOpen.set({ upstream }, Number(isOpen));
      if (isHealthy !== undefined) this.#healthy.set({ upstream }, Number(isHealthy));
    }
  }

  /** Exports how many workers serve. If it is never called, one thread serves. */
  watchWorkers(workers: () => readonly WorkerState[]): void {
    this.#workers = workers;
  }

  /** Exports the number of lines that the access log has dropped. */
  watchAccessLog(lost: () => number): void {
    const lines = new Counter({
      name: 'gatewright_access_log_lost_lines_total',
      help: 'Lines that the access log dropped.',
      registers: [],
      collect() {
        this.reset();
        this.inc(lost());
      },
    });
    this.registry.registerMetric(lines);
  }

  /** Exports when a certificate of the listeners, given in PEM, expires. Renewals are recorded from their events. */
  watchCertificate(certificate: string): void {
    this.#noteExpiry('listener', new X509Certificate(certificate).validToDate.getTime());
  }

  /** Exports metrics of the Envoys and the published table, and when the control plane's certificate expires. */
  watchControlPlane({
    controlPlane,
    certificate,
  }: Pick<OpenControlPlane, 'controlPlane' | 'certificate'>): void {
    this.#noteExpiry('control-plane', new X509Certificate(certificate).validToDate.getTime());
    this.#envoys.watch(controlPlane);
  }

  /** Exports when the files of the signing keys were written. */
  watchSigningKeys(readTimes: () => Promise<readonly SigningKeyTime[]>): void {
    const keys = new Gauge({
      name: 'gatewright_signing_key_written_timestamp_seconds',
      help: 'When the file of a signing key was written.',
      labelNames: ['key'],
      registers: [],
      async collect() {
        const times = await readTimes();
        this.reset();
        for (const { key, writtenAt } of times) this.set({ key }, writtenAt / 1000);
      },
    });
    this.registry.registerMetric(keys);
  }

  /** Wraps a function that reports events, so that they are also counted. */
  noting(report: (event: GatewayEvent) => void): (event: GatewayEvent) => void {
    return (event) => {
      this.#noteEvent(event);
      report(event);
    };
  }

  #noteExpiry(certificate: string, validTo: number): void {
    this.#certificateExpiry.set({ certificate }, validTo / 1000);
  }

  #noteEvent(event: GatewayEvent): void {
    const { type } = event;
    if (type === 'tls-reloaded') this.#noteExpiry(event.listener, event.validTo);
    if (type === 'envoy-refused') this.#envoys.countRefusal();
    if (type === 'loaded') this.#succeededAt.set(this.#clock() / 1000);
    if (type === 'last-good') this.#failedAt.set(this.#clock() / 1000);
    if (type === 'reloaded' || type === 'unchanged') {
      this.#reloads.inc({ result: type === 'reloaded' ? 'success' : 'unchanged' });
      this.#succeededAt.set(this.#clock() / 1000);
    }
    if (type !== 'reload-failed') return;
    this.#reloads.inc({ result: 'failure' });
    this.#failedAt.set(this.#clock() / 1000);
  }

  /** Wraps a function that writes audit events, so that they are also counted. */
  counting(write: WriteAudit): WriteAudit {
    return (event) => {
      this.#countAudited(event);
      write(event);
    };
  }

  /** Measures how long a reload takes, even if it fails. */
  async timeReload(reload: () => Promise<void>): Promise<void> {
    const stop = this.#reloadDuration.startTimer();
    try {
      await reload();
    } finally {
      stop();
    }
  }

  #countAudited(event: AuditEvent): void {
    if (event.event === 'token_issued') this.#tokens.inc({ grant_type: event.grantType });
    if (event.event === 'request_refused')
      this.#refusals.inc({ endpoint: event.endpoint, refused: event.refused });
    if (event.event === 'login_succeeded') this.#logins.inc({ result: 'success' });
    if (event.event === 'login_failed') this.#logins.inc({ result: 'failure' });
  }

  #describeGeneration(serving: Serving): void {
    const info = new Gauge({
      name: 'gatewright_generation_info',
      help: 'The served route table, by digest and, with a git source, commit.',
      labelNames: ['digest', 'commit'],
      registers: [],
      collect() {
        this.reset();
        if (serving.table) this.set({ digest: serving.table.digest, commit: serving.commit ?? '' }, 1);
      },
    });
    this.registry.registerMetric(info);
    this.#gauge(
      'gatewright_generation_loaded_timestamp_seconds',
      'When the served table was loaded.',
      (gauge) => gauge.set((serving.loadedAt ?? 0) / 1000),
    );
  }

  #describeHeld(serving: Serving): void {
    const held = new Gauge({
      name: 'gatewright_held_back_since_timestamp_seconds',
      help: 'Since when a declaration of the sources is held back because of an error; absent for all others.',
      labelNames: ['kind', 'name'],
      registers: [],
      collect() {
        this.reset();
        for (const { kind, name, since } of serving.held) this.set({ kind, name }, since / 1000);
      },
    });
    this.registry.registerMetric(held);
    this.#gauge(
      'gatewright_held_back',
      'Declarations of the sources that are held back because of errors.',
      (gauge) => gauge.set(serving.held.length),
    );
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #gauge(name: string, help: string, collect?: (gauge: Gauge) => void): Gauge {
    return new Gauge({
      name,
      help,
      registers: [this.registry],
      ...(collect && {
        collect() {
          collect(this);
        },
      }),
    });
  }

  #gaugeOfUpstreams(name: string, help: string): Gauge<'upstream'> {
    return new Gauge({ name, help, labelNames: ['upstream'], registers: [this.registry] });
  }
}
