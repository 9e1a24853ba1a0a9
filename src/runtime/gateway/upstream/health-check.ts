import type { HealthCheckSettings } from '#compiled/compiled-api.ts';
import type { UpstreamPool } from './upstream-pool.ts';

/** How an upstream is probed, and with which headers, by lower-case name. */
export interface ProbeSettings extends HealthCheckSettings {
  readonly headers: Readonly<Record<string, string>>;
}

/** How much of a probe's response body is read, to keep its connection usable. */
const readBytes = 64 * 1024;

/** Checks repeatedly with requests whether an upstream is healthy, and never keeps the process alive. */
export class HealthCheck {
  /** Until it is known better, an upstream is taken for a healthy one. */
  isHealthy = true;
  readonly #pool: UpstreamPool;
  readonly #settings: ProbeSettings;
  readonly #onChange: (change: 'healthy' | 'unhealthy') => void;
  /** How many probes in a row had the other result. */
  #contrary = 0;
  #next: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    pool: UpstreamPool,
    settings: ProbeSettings,
    onChange: (change: 'healthy' | 'unhealthy') => void,
  ) {
    // If all connections are taken, an upstream is busy, which does not mean that it is unhealthy.
    this.#pool = pool.openSeparate();
    this.#settings = settings;
    this.#onChange = onChange;
    // At a random time in the first interval, so that upstreams declared together are not probed together.
    this.#schedule(Math.random());
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#next);
    void this.#pool.abort();
  }

  #schedule(intervals: number): void {
    if (this.#isStopped) return;
    this.#next = setTimeout(() => void this.#check(), intervals * this.#settings.intervalMs).unref();
  }

  async #check(): Promise<void> {
    this.#note(await this.#probe());
    this.#schedule(0.9 + 0.2 * Math.random());
  }

  async #probe(): Promise<boolean> {
    const { path, headers, timeoutMs } = this.#settings;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { statusCode, body } = await this.#pool.request({ method: 'GET', path, headers, signal });
      await body.dump({ limit: readBytes, signal });
      return statusCode >= 200 && statusCode < 400;
    } catch {
      return false;
    }
  }

  #note(isWell: boolean): void {
    if (this.#isStopped) return;
    this.#contrary = isWell === this.isHealthy ? 0 : this.#contrary + 1;
    const { healthyAfter, unhealthyAfter } = this.#settings;
    if (this.#contrary < (isWell ? healthyAfter : unhealthyAfter)) return;
    this.isHealthy = isWell;
    this.#contrary = 0;
    this.#onChange(isWell ? 'healthy' : 'unhealthy');
  }
}
