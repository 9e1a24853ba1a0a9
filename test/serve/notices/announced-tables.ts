import type { AuditEvent } from '#runtime/ports/audit.ts';
import type { Deprecation, LifecycleState, Manifest } from '#compiled/manifest.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import { openLifecycleNotices } from '#serve/notices/lifecycle/lifecycle-notices.ts';
import { LifecycleRecord } from '#serve/notices/lifecycle/lifecycle-record.ts';
import { openNotices } from '#serve/notices/open-notices.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../runtime/table-builder.ts';
import { certificates } from './receivers-in-test.ts';

const day = 86_400_000;
export const start = Date.parse('2026-06-15T12:00:00Z');

/** What a table says about the version `v1` of an API. */
export interface Told {
  readonly state?: LifecycleState;
  /** Days from the start. */
  readonly sunset?: number;
  readonly link?: string;
  /** The names of the applications that subscribe. */
  readonly subscribed?: readonly string[];
  readonly name?: string;
  readonly isRemoved?: boolean;
  /** The webhooks of the applications, by name. */
  readonly webhooks: Readonly<Record<string, string>>;
}

function buildTold({
  state = 'published',
  sunset,
  link,
  subscribed = ['Walker'],
  name = 'DogPark',
  isRemoved = false,
  webhooks,
}: Told): Manifest {
  const deprecation: Deprecation = {
    since: start / 1000,
    ...(sunset !== undefined && { sunset: (start + sunset * day) / 1000 }),
    ...(link !== undefined && { link }),
  };
  const api = { endpoints: {}, operations: ['GET /dogs'], name, state };
  return buildTable({
    gateway: {
      store: { visibility: 'public' },
      storeUrl: 'https://apis.example.edu',
      notices: {
        webhooks: { secret: { fromEnv: 'SECRET' }, ca: { fromEnv: 'CA' }, allowThisMachine: true },
      },
    },
    apis: isRemoved ? [] : [defineApi({ ...api, ...(state === 'deprecated' && { deprecation }) })],
    applications: Object.entries(webhooks).map(([application, webhook]) => ({
      ...defineApplication(application),
      notices: { webhook },
    })),
    subscriptions: isRemoved ? [] : subscribed.map((application) => subscribe(application, `${name}/v1`)),
  }).manifest;
}

interface AnnouncerOptions {
  /** The text of an earlier record. */
  readonly saved?: string | undefined;
  readonly openStore: () => Promise<{ readonly store: TokenStore }>;
  readonly clock: () => number;
  readonly delays?: readonly number[];
}

/** A gateway with its own record, as far as it announces changes; `opened` closes it. */
export function openAnnouncer(
  { saved, openStore, clock, delays = [1, 1, 1] }: AnnouncerOptions,
  opened: AsyncDisposableStack,
) {
  const record = new LifecycleRecord(saved, clock());
  const warnings: string[] = [];
  const audited: AuditEvent[] = [];
  let served: Manifest | undefined;
  const { notify } = openNotices(
    {
      served: () => served,
      resolveSecret: async ({ fromEnv }) => (fromEnv === 'CA' ? certificates.ca : 'a-secret'),
      audit: (event) => audited.push(event),
      warn: (message) => warnings.push(message),
      record,
      delays,
    },
    opened,
  );
  const note = openLifecycleNotices({ record, keep: () => undefined, notify, openStore, clock });
  const load = (told: Told, committedAt?: number) => note((served = buildTold(told)), committedAt);
  return { record, warnings, audited, load };
}
