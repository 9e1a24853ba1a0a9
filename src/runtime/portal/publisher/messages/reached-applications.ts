import type { ManifestApplication } from '#compiled/manifest.ts';
import type { NoticeAudience, NoticeRecipient } from '#runtime/ports/notices/notices.ts';
import type { Portal } from '../../visit/portal.ts';

/** Which subscribers of an API version get a message. */
interface Reached {
  readonly recipients: readonly NoticeRecipient[];
  /** The names of the applications that cannot be reached, sorted. */
  readonly missed: readonly string[];
}

/** Finds the subscribers of an API version, `DogPark/v1`, that the gateway can send to. */
export function findReached(portal: Portal, key: string, audience: NoticeAudience): Reached {
  const { manifest } = portal.compiled;
  const subscribed = new Set(
    manifest.subscriptions.filter(({ api }) => api === key).map(({ application }) => application),
  );
  const wanted = manifest.applications.filter(
    (application) => subscribed.has(application.name) && isInAudience(application, audience),
  );
  const found = wanted.map((application) => [application, recipientOf(portal, application)] as const);
  return {
    recipients: found.flatMap(([, recipient]) => recipient ?? []),
    missed: found.flatMap(([{ name }, recipient]) => (recipient ? [] : [name])).toSorted(),
  };
}

function isInAudience({ keySets }: ManifestApplication, audience: NoticeAudience): boolean {
  return audience === 'all' || keySets.some(({ keySet }) => keySet === audience);
}

/** Undefined if the application declares no address that the gateway can send to. */
function recipientOf(
  { settings: { notices: { smtp, webhooks } = {} } }: Portal,
  { name, notices: { email, webhook } = {} }: ManifestApplication,
): NoticeRecipient | undefined {
  const contacts = {
    ...(smtp && email !== undefined && { email }),
    ...(webhooks && webhook !== undefined && { webhook }),
  };
  return Object.keys(contacts).length === 0 ? undefined : { application: name, contacts };
}
