import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { findVerb } from '#compiler/lint/rules/paths/verbs/find-verb.ts';
import { verbs } from '#compiler/lint/rules/paths/verbs/verb-words.ts';
import { resourceNames } from '#compiler/rule/paths/resource-names.ts';
import { documentOf } from '../../../../rule/document-of.ts';

const certainVerbs = new Set(verbs);

/** The verbs in a path with one method and one status. */
function findVerbs(method: string, template: string, status: string): readonly string[] {
  const item = { [method.toLowerCase()]: { responses: { [status]: { description: 'It is done.' } } } };
  const [path] = documentOf({ paths: { [template]: item } }).paths;
  if (!path) throw new Error('There is no path.');
  return resourceNames(path).flatMap((name) => findVerb(path, name, certainVerbs) ?? []);
}

describe('actions', () => {
  test.each<[string, string, string]>([
    ['POST', '/send_mail', 'send'],
    ['POST', '/send_messages', 'send'],
    ['POST', '/dogs/{dogId}/archive', 'archive'],
    ['POST', '/dogs/{dogId}/restore', 'restore'],
    ['POST', '/reset_password', 'reset'],
    ['POST', '/users/{userId}/change_password', 'change'],
    ['POST', '/dogs/{dogId}/clone', 'clone'],
    ['POST', '/dogs/{dogId}/duplicate', 'duplicate'],
    ['POST', '/users/log_in', 'log'],
    ['POST', '/users/sign_up', 'sign'],
    ['POST', '/orders/{orderId}/ship', 'ship'],
    ['POST', '/payments/{paymentId}/capture', 'capture'],
    ['POST', '/invoices/{invoiceId}/void', 'void'],
    ['POST', '/messages/{messageId}/forward', 'forward'],
    ['POST', '/messages/{messageId}/mark_as_read', 'mark'],
    ['POST', '/messages/markAllRead', 'mark'],
    ['POST', '/check_availability', 'check'],
    ['POST', '/import_users', 'import'],
    ['POST', '/run_report', 'run'],
    ['POST', '/dogs/{dogId}/transfer_ownership', 'transfer'],
    ['POST', '/trigger_build', 'trigger'],
    ['POST', '/builds/{buildId}/rebuild', 'rebuild'],
    ['POST', '/jobs/{jobId}/abort', 'abort'],
    ['POST', '/subscriptions/{subscriptionId}/pause', 'pause'],
    ['POST', '/tickets/{ticketId}/close', 'close'],
    ['POST', '/devices/{deviceId}/reboot', 'reboot'],
    ['POST', '/accounts/{accountId}/freeze', 'freeze'],
    ['POST', '/merge_accounts', 'merge'],
    ['POST', '/documents/{documentId}/sign', 'sign'],
    ['POST', '/documents/{documentId}/share', 'share'],
    ['POST', '/process_payment', 'process'],
    ['POST', '/upload_photo', 'upload'],
    ['PUT', '/dogs/{dogId}/adopt', 'adopt'],
    ['POST', '/request_access', 'request'],
    ['GET', '/calculate_price', 'calculate'],
    ['POST', '/caches/purge', 'purge'],
    ['POST', '/jobs/{jobId}/cancel_job', 'cancel'],
    ['POST', '/dogs/set_policy', 'set'],
    ['POST', '/dogs/bulk_archive', 'archive'],
    ['POST', '/list_stages', 'list'],
    ['GET', '/listCategories', 'list'],
    ['GET', '/listAuthorsOfBook', 'list'],
    ['POST', '/dogs/{dogId}/listKeys', 'list'],
    ['POST', '/start_recording', 'start'],
    ['POST', '/put_metadata', 'put'],
    ['POST', '/clear_alerts', 'clear'],
    ['POST', '/alerts/{alertId}/clear', 'clear'],
    ['POST', '/associate_accounts', 'associate'],
    ['POST', '/force_failover', 'force'],
    ['POST', '/refresh_index', 'refresh'],
    ['POST', '/complete_upload', 'complete'],
    ['POST', '/dogs/{dogId}/connect', 'connect'],
    ['POST', '/vouchers/{voucherId}/claim', 'claim'],
    ['POST', '/teams/{teamId}/join', 'join'],
    ['POST', '/clusters/{clusterId}/upgrade', 'upgrade'],
    ['POST', '/locate', 'locate'],
    ['POST', '/columns/reorder', 'reorder'],
    ['POST', '/policies/summarize', 'summarize'],
    ['GET', '/visualize_recipes', 'visualize'],
    ['POST', '/virtual_machines/{machineId}/deallocate', 'deallocate'],
    ['GET', '/getareacode', 'get'],
    ['GET', '/listjobs', 'list'],
    ['GET', '/dogs/listall', 'list'],
    ['GET', '/dogs/list_all', 'list'],
    ['POST', '/createdraft', 'create'],
  ])('%s %s', (method, template, verb) => {
    expect(findVerbs(method, template, '200')).toEqual([verb]);
  });
});

describe('words that may as well be nouns', () => {
  test.each<[string, string, string]>([
    ['GET', '/archive', '200'],
    ['GET', '/reorder_point', '200'],
    ['GET', '/list_items', '200'],
    ['GET', '/list_price', '200'],
    ['GET', '/listings', '200'],
    ['GET', '/listeners', '200'],
    ['GET', '/getaways', '200'],
    ['GET', '/getting_started', '200'],
    ['GET', '/getters', '200'],
    ['GET', '/gettext', '200'],
    ['GET', '/updateable', '200'],
    ['GET', '/createable', '200'],
    ['GET', '/listicles', '200'],
    ['GET', '/listbox', '200'],
    ['GET', '/listboxes', '200'],
    ['GET', '/listprices', '200'],
    ['GET', '/listitems', '200'],
    ['GET', '/deletedkeys', '200'],
    ['GET', '/updates', '200'],
    ['POST', '/start_dates', '201'],
    ['POST', '/start_times', '200'],
    ['GET', '/update_summary/default', '200'],
    ['POST', '/change_sets', '200'],
    ['POST', '/complete_orders', '200'],
    ['POST', '/clusters/{clusterId}/upgrade', '201'],
    ['GET', '/dogs/{dogId}/archive', '200'],
    ['POST', '/dogs/{dogId}/share', '201'],
    ['POST', '/archive', '200'],
    ['PUT', '/dogs/{dogId}/lock', '204'],
    ['POST', '/dogs/{dogId}/orders', '200'],
    ['POST', '/dogs/{dogId}/search', '200'],
    ['POST', '/dogs/{dogId}/report', '200'],
    ['POST', '/dogs/{dogId}/export', '202'],
    ['POST', '/dogs/{dogId}/charge', '200'],
    ['POST', '/export_jobs', '202'],
    ['POST', '/import_job', '202'],
    ['POST', '/upload_url', '200'],
    ['POST', '/upload_sessions', '201'],
    ['POST', '/check_ins', '201'],
    ['POST', '/sign_ins', '201'],
    ['POST', '/transfer_orders', '201'],
    ['POST', '/process_instance', '200'],
    ['POST', '/request_tokens', '200'],
    ['POST', '/share_links', '201'],
    ['POST', '/run_logs', '200'],
    ['POST', '/near_misses/request_pattern', '200'],
    ['GET', '/search_results', '200'],
    ['GET', '/send_dates', '200'],
    ['GET', '/marks', '200'],
    ['GET', '/closes', '200'],
    ['GET', '/start_times', '200'],
  ])('%s %s', (method, template, status) => {
    expect(findVerbs(method, template, status)).toEqual([]);
  });
});

/** The verbs in the first path of several; the operations of each are written as `GET POST=201`. */
function findVerbsAmong(paths: Readonly<Record<string, string>>): readonly string[] {
  const items = Object.entries(paths).map(([template, operations]) => [template, toItem(operations)]);
  const [template] = Object.keys(paths);
  const path = documentOf({ paths: Object.fromEntries(items) }).paths.find(
    (one) => one.template === template,
  );
  if (!path) throw new Error('There is no path.');
  return resourceNames(path).flatMap((name) => findVerb(path, name, certainVerbs) ?? []);
}

function toItem(operations: string): JsonObject {
  const entries = operations.split(' ').map((text) => {
    const [method = '', status = '200'] = text.split('=');
    return [method.toLowerCase(), { responses: { [status]: { description: 'It is done.' } } }] as const;
  });
  return Object.fromEntries(entries);
}

describe('actions among other operations', () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ['update', { '/update_user': 'GET PUT' }],
    ['update', { '/update_profile/{id}': 'GET PUT' }],
    ['update', { '/update_status': 'POST', '/update_status/{jobId}': 'GET' }],
    ['configure', { '/configure_alerts': 'GET PUT' }],
    ['confirm', { '/confirm_email': 'GET PUT' }],
    ['enable', { '/enable_notifications': 'GET PUT' }],
    ['assign', { '/assign_role/{roleId}': 'GET PUT DELETE' }],
    ['calculate', { '/calculate_rates': 'GET', '/calculate_rates/{country}': 'GET' }],
    ['convert', { '/convert_currencies': 'GET', '/convert_currencies/{code}': 'GET' }],
    ['copy', { '/image_set/{imageSetId}/copy_image_set': 'POST' }],
    ['clone', { '/data_sets/{id}/clone_data_set': 'POST' }],
    ['get', { '/getdogs': 'GET', '/dogs': 'GET' }],
    ['download', { '/download_dogs': 'GET', '/dogs': 'GET' }],
    ['list', { '/list_dogs': 'GET POST=201', '/dogs': 'GET' }],
    ['list', { '/listdogs': 'GET POST=201', '/dogs': 'GET' }],
  ])('%s in %j', (verb, paths) => {
    expect(findVerbsAmong(paths)).toEqual([verb]);
  });
});

describe('things among other operations', () => {
  test.each<Readonly<Record<string, string>>>([
    { '/listitems': 'GET POST=201', '/listitems/{listitemId}': 'GET PUT DELETE' },
    { '/listitems/{listitemId}': 'GET PUT DELETE' },
    { '/listviews': 'GET', '/listviews/{id}': 'GET DELETE' },
    { '/updatechannels': 'GET POST=201', '/updatechannels/{id}': 'GET DELETE' },
    { '/update_summary': 'GET' },
    { '/lists/{listId}/list_subscribers': 'GET' },
    { '/list_views': 'GET', '/lists': 'GET' },
    { '/reorder_rules': 'POST=201' },
    { '/inventory/reorder_level': 'POST' },
    { '/deny_assignments': 'GET', '/deny_assignments/{id}': 'GET' },
    { '/compute_clusters/{id}': 'GET PATCH' },
    { '/scopes/{id}/deny_assignments': 'GET', '/deny_assignments/{denyAssignmentId}': 'GET' },
    { '/apply_updates/{applyUpdateName}': 'GET' },
  ])('%j', (paths) => {
    expect(findVerbsAmong(paths)).toEqual([]);
  });
});
