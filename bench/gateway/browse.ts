import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { MadeApi } from './make-repository.ts';
import { anyCertificate } from './server-process.ts';

/** Times in milliseconds, from when a page was due to the end of its answer. */
export interface Browsing {
  readonly times: readonly number[];
  /** The largest page, in bytes. */
  readonly largest: number;
}

/** What somebody looks at in turn: pages of the list, searches as they are typed, filters, and pages of APIs. */
export function listPages(apis: readonly MadeApi[]): readonly string[] {
  return apis
    .filter((_, index) => index % Math.ceil(apis.length / 100) === 0)
    .flatMap(({ name, context, version }, index) => [
      `/store?page=${index + 1}`,
      `/store?q=${name.slice(0, 3)}`,
      `/store?q=${name}`,
      `/store?q=${context.replaceAll('_', '+')}&sort=owner`,
      `/store?owner=${context}_team`,
      `/store/apis/${context}/${version}`,
    ]);
}

/** Opens pages at an even rate until a signal ends it, whether or not those before are answered. */
export async function browse(
  origin: string,
  paths: readonly string[],
  perSecond: number,
  until: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Browsing> {
  const start = performance.now();
  const opened: Promise<{ readonly time: number; readonly size: number }>[] = [];
  while (!until.aborted) {
    const due = start + (opened.length * 1000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    const url = origin + (paths[opened.length % paths.length] ?? '');
    opened.push(openPage(url, headers, due));
  }
  const pages = await Promise.all(opened);
  return { times: pages.map(({ time }) => time), largest: Math.max(...pages.map(({ size }) => size)) };
}

async function openPage(url: string, headers: Readonly<Record<string, string>>, due: number) {
  const { statusCode, body } = await request(url, { dispatcher: anyCertificate, headers });
  const { byteLength: size } = await body.arrayBuffer();
  if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}.`);
  return { time: performance.now() - due, size };
}

/** The time that a share of the pages did not exceed. */
export function percentile({ times }: Browsing, share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
