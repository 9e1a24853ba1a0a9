import { markHidden } from '#compiled/names/hidden-characters.ts';
import { describeDay } from '#runtime/pages/show-day.ts';
import type { LifecycleNotice, NoticeContent } from '#runtime/ports/notices/notices.ts';
import { emailTexts as words } from './notice-texts.ts';

interface RenderedEmail {
  /** One line without control characters. */
  readonly subject: string;
  readonly text: string;
}

/** The subject and the text of the e-mail to an application, which never contains markup. */
export function renderEmail(application: string, content: NoticeContent): RenderedEmail {
  const api = content.api.replace('/', ' ');
  const body = content.type === 'api.message' ? content.text : renderChange(content, api, application);
  const from = content.type === 'api.message' ? [words.from(content.owner, api)] : [];
  const page = content.page === undefined ? [] : [words.page(content.page)];
  const why =
    content.type === 'api.published_again' ? words.whyNotified(application) : words.why(application, api);
  const text = [body, '', '-- ', why, ...from, ...page, ''].join('\n');
  return { subject: markHidden(subjectOf(content, api)), text };
}

function subjectOf(content: NoticeContent, api: string): string {
  return content.type === 'api.message'
    ? words.subjects[content.type](api, content.subject)
    : words.subjects[content.type](api);
}

function renderChange(notice: LifecycleNotice, api: string, application: string): string {
  const { type, state, since, sunset, blockedUntil, successor, link } = notice;
  const isDeprecated = state === 'deprecated';
  return [
    words.states[type](api, application),
    '',
    ...(since === undefined ? [] : [words.since(describeDay(since))]),
    ...(sunset === undefined ? (isDeprecated ? [words.noSunset] : []) : [words.sunset(describeDay(sunset))]),
    ...(blockedUntil === undefined
      ? []
      : [words.blockedUntil(new Date(blockedUntil * 1000).toISOString().replace('.000', ''))]),
    ...(successor === undefined ? [] : [words.successor(successor)]),
    ...(link === undefined ? [] : [words.link(link)]),
  ].join('\n');
}
