import type { NoticeContent } from '#runtime/ports/notices/notices.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import type { Delivery } from './delivery.ts';

/** The body of a webhook: its type, its time, and its data (Standard Webhooks). */
export function renderWebhook({ application, content, madeAt }: Delivery): string {
  const { type, api } = content;
  const data = {
    application,
    api,
    ...(type === 'api.message' ? messageData(content) : lifecycleData(content)),
  };
  return JSON.stringify({ type, timestamp: new Date(madeAt).toISOString(), data });
}

function messageData(content: NoticeContent & { readonly type: 'api.message' }): object {
  const { owner, audience, subject, text, page } = content;
  return { from: owner, audience, subject, text, page };
}

function lifecycleData(content: Exclude<NoticeContent, { readonly type: 'api.message' }>): object {
  const { state, since, sunset, blockedUntil, successor, link, page } = content;
  const [sinceDate, sunsetDate, untilDate] = [since, sunset, blockedUntil].map(toDate);
  return { state, since: sinceDate, sunset: sunsetDate, blockedUntil: untilDate, successor, link, page };
}

function toDate(seconds: Seconds | undefined): string | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();
}
