import type { HealthCheckSettings } from '#compiled/compiled-api.ts';
import type { UpstreamPool } from './upstream-pool.ts';

/** The settings of the probes of an upstream, with their headers by lower-case name. */
export interface ProbeSettings extends HealthCheckSettings {
  readonly headers: Readonly<Record<string, string>>;
}

/** How many bytes of a probe's response body are read, to keep the connection usable. */
const readBytes = 64 * 1024;

/** Probes an upstream at intervals to find out whether it is healthy. Never keeps the process alive. */
export class HealthCheck {
  /** True until enough probes have failed. */
  isHealthy = true;
  /** Whether a probe has ended. */
  isProbed = false;
  readonly #pool: UpstreamPool;
  readonly #settings: ProbeSettings;
  readonly #onChange: (change: 'healthy' | 'unhealthy') => void;
  /** How many probes in a row contradict `isHealthy`. */
  #contrary = 0;
  #next: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    pool: UpstreamPool,
    settings: ProbeSettings,
    onChange: (change: 'healthy' | 'unhealthy') => void,
  ) {
    // On a separate connection: an upstream whose connections are all in use is busy, not unhealthy.
    this.#pool = pool.openSeparate();
    this.#settings = settings;
    this.#onChange = onChange;
    // Starts at a random time in the first interval, so that upstreams declared together are not probed together.
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
    this.isProbed = true;
    this.#contrary = isWell === this.isHealthy ? 0 : this.#contrary + 1;
    const { healthyAfter, unhealthyAfter } = this.#settings;
    if (this.#contrary < (isWell ? healthyAfter : unhealthyAfter)) return;
    this.isHealthy = isWell;
    this.#contrary = 0;
    this.#onChange(isWell ? 'healthy' : 'unhealthy');
  }
}
