import type { OwnerMessage } from '#runtime/ports/notices/notices.ts';
import { pathOfApi } from '../../visit/paths.ts';
import { requireUser } from '../../visit/store-user.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import type { OwnedVersion } from '../owned-versions.ts';
import { readMessage } from './message-fields.ts';
import { findReached } from './reached-applications.ts';

/** The message in a form, as it is sent; `id` identifies it. */
export function composeMessage(
  visit: StoreVisit,
  { entry, key, api }: OwnedVersion,
  id: string,
): OwnerMessage {
  const { portal, form } = visit;
  const { subject, username } = requireUser(visit);
  const message = readMessage(form);
  return {
    id,
    api: key,
    page: portal.addresses.origin + pathOfApi(portal.addresses, entry),
    person: { subject, username },
    owner: portal.nameOwner(api.owner),
    ...message,
    recipients: findReached(portal, key, message.audience).recipients,
  };
}
