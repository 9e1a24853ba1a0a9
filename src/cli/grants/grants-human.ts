import type { ShownGrant } from '#serve/admin/operated-grants.ts';
import { escapeControls } from '../views/display-width.ts';
import { renderTable } from '../views/render-table.ts';

/** Grants as a table, the earliest first. */
export function renderGrants(grants: readonly ShownGrant[]): string {
  const head = ['User', 'Application', 'Keys', 'Since', 'Last used', 'Ends', 'Grant', 'Scopes'];
  const rows = grants.map((grant) => [
    escapeControls(grant.user),
    escapeControls(grant.application ?? grant.consumerKey),
    grant.keySet,
    shorten(grant.since),
    shorten(grant.lastUsed ?? '-'),
    shorten(grant.ends),
    escapeControls(grant.id),
    escapeControls(grant.scopes.join(' ') || '-'),
  ]);
  return `${renderTable([head, ...rows]).join('\n')}\n`;
}

/** A time without its seconds. */
function shorten(date: string): string {
  return date.replace(/^([\d-]{10})T([\d:]{5}).*$/, '$1 $2');
}
