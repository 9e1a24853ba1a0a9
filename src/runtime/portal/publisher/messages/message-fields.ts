import { markHidden } from '#compiled/names/hidden-characters.ts';
import { noticeAudiences, type NoticeAudience, type OwnerMessage } from '#runtime/ports/notices/notices.ts';
import type { Form } from '#runtime/requests/forms.ts';
import type { FormField } from '../../proposals/proposal-form.ts';
import { texts } from '../../texts/texts.ts';

const { fields: labels, missing, audiences, ...words } = texts.messages;

/** In UTF-16 code units. */
const longest = { subject: 150, text: 5000 };

/** What an owner has typed. */
export type TypedMessage = Pick<OwnerMessage, 'audience' | 'subject' | 'text'>;

/** The message in a form; an unknown audience is read as `all`, and is a problem of its field. */
export function readMessage(form: Form): TypedMessage {
  const audience = form.get('audience') ?? 'all';
  return {
    audience: isAudience(audience) ? audience : 'all',
    subject: (form.get('subject') ?? '').trim(),
    text: (form.get('text') ?? '').replaceAll(/\r\n?/g, '\n').trimEnd(),
  };
}

/** The fields of the form. Their problems are those of the message, if one was sent. */
export function messageFields(form: Form): readonly FormField[] {
  const { audience, subject, text } = readMessage(form);
  const isSent = form.size > 0;
  const wrongAudience = isAudience(form.get('audience') ?? 'all') ? undefined : words.unknownAudience;
  const options = noticeAudiences.map((value) => ({
    value,
    text: audiences[value],
    isChosen: value === audience,
  }));
  return [
    { name: 'audience', label: labels.audience, kind: 'one', options, ...problemIf(wrongAudience) },
    {
      name: 'subject',
      label: labels.subject,
      hint: labels.subjectHint,
      kind: 'text',
      value: subject,
      isRequired: true,
      ...problemIf(isSent ? findProblem('subject', subject, [subject]) : undefined),
    },
    {
      name: 'text',
      label: labels.text,
      hint: labels.textHint,
      kind: 'prose',
      value: text,
      isRequired: true,
      ...problemIf(isSent ? findProblem('text', text, text.split(/[\n\t]/)) : undefined),
    },
  ];
}

function isAudience(text: string): text is NoticeAudience {
  return noticeAudiences.some((one) => one === text);
}

function problemIf(problem: string | undefined): Pick<FormField, 'problem'> {
  return problem === undefined ? {} : { problem };
}

/** What is wrong with a text, of which `parts` must not contain hidden characters. */
function findProblem(
  name: keyof typeof longest,
  value: string,
  parts: readonly string[],
): string | undefined {
  if (value.trim() === '') return missing[name];
  if (value.length > longest[name]) return words.tooLong(longest[name]);
  return parts.some((part) => markHidden(part) !== part) ? words.hidden : undefined;
}
