import type { DateEvidence } from './date-evidence.ts';
import type { DateName } from './date-name.ts';
import type { DateSubject } from './date-subject.ts';
import { saysEpochOf, saysForeignForm, saysTime, showsForeignForm } from './date-texts.ts';

const moment = '`2026-03-01T09:30:00Z`';
const sampleOf: Readonly<Record<string, string>> = { date: '`2026-03-01`', time: '`09:30:00`' };
const day = { form: ', or `date` where there is no time of day', samples: `${moment} or \`2026-03-01\`` };

/** The format that a field with such a name may have instead of `date-time`, and sample values of both formats. */
const otherForms: Readonly<Record<DateName, typeof day>> = {
  moment: day,
  date: day,
  time: { form: ', or `time` where there is no date', samples: `${moment} or \`09:30:00\`` },
  event: day,
};

/** The alternative to `date-time` for a field; empty for names such as `createdDateTime` and for seconds since 1970. */
function otherForm(subject: DateSubject): typeof day {
  const { kind, label } = subject;
  if (saysEpochOf(subject)) return { form: '', samples: moment };
  return /((?<!up)date_?time|stamp)`$/i.test(label) ? { form: '', samples: moment } : otherForms[kind];
}

/** The declaration to write in place of a number. */
export function adviseOnNumber(subject: DateSubject, isMoment: boolean): string {
  const { form, samples } = isMoment ? { form: '', samples: moment } : otherForm(subject);
  return `Declare \`type: string\` and \`format: date-time\`${form}, and send values such as ${samples}.`;
}

/** The declaration to write for a text; `meant` is its format, if it is known. */
export function adviseOnText(
  subject: DateSubject,
  meant: string | undefined,
  evidence: ReadonlySet<DateEvidence>,
): string {
  const { kind, schema } = subject;
  const verb = schema.keyword('format') === undefined ? 'Add' : 'Write';
  const { form, samples } = otherForm(subject);
  // Tools often write dates in examples as date-times, so such an example may mean a day.
  const mayBeDay = meant === 'date-time' && kind === 'date' && !saysTime(subject);
  if (meant !== undefined) {
    const sample = mayBeDay ? samples : (sampleOf[meant] ?? moment);
    const sending = showsForeignForm(subject) ? `, and send values such as ${sample}` : '';
    return `${verb} \`format: ${meant}\`${mayBeDay ? form : ''}${sending}.`;
  }
  const isForeign = evidence.has('other') || saysForeignForm(subject);
  return `${verb} \`format: date-time\`${form}${isForeign ? `, and send values such as ${samples}` : ''}.`;
}
