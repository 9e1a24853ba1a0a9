import type { NoticeContacts, NoticeSettings } from '#compiled/settings/notice-settings.ts';
import type { ProposedContacts } from '#compiled/proposals/proposed-change.ts';
import { texts } from '../../texts/texts.ts';
import type { FilledForm, FormField } from '../proposal-form.ts';

const { fields: words } = texts.applications.notices;

const channels = ['email', 'webhook'] as const;

/** The name of the field that shows that a sent form had these fields: an empty one is not sent, and removes an address. */
const shown = 'contacts';

/**
 * The fields for where an application receives notices, filled with what is declared, or else with what was typed. None if
 * the gateway sends no notices.
 */
export function contactFields(
  { visit: { portal }, value }: FilledForm,
  declared?: { readonly notices?: NoticeContacts },
): readonly FormField[] {
  const { notices } = portal.settings;
  if (!notices) return [];
  const typed = channels.map((name) => ({
    name,
    label: words[name].label,
    hint: isSent(notices, name) ? words[name].hint : `${words[name].hint} ${words[name].notSent}`,
    kind: 'text' as const,
    value: declared ? (declared.notices?.[name] ?? '') : value(name),
  }));
  const before = channels.map((name) => ({
    name: nameOfBefore(name),
    label: '',
    kind: 'hidden' as const,
    value: declared ? (declared.notices?.[name] ?? '') : value(nameOfBefore(name)),
  }));
  return [{ name: shown, label: '', kind: 'hidden', value: 'on' }, ...before, ...typed];
}

/** The field with the address that a form was opened with. */
function nameOfBefore(channel: (typeof channels)[number]): string {
  return `${channel}.before`;
}

function isSent({ smtp, webhooks }: NoticeSettings, channel: (typeof channels)[number]): boolean {
  return (channel === 'email' ? smtp : webhooks) !== undefined;
}

/**
 * The addresses in a sent form that differ from those that it was opened with, so that what nobody has typed stays as the
 * repository has it; undefined if none does.
 */
export function changedContacts({ value }: FilledForm): ProposedContacts | undefined {
  if (value(shown) === '') return undefined;
  const changed = channels.flatMap((name) => {
    const address = value(name).trim();
    return address !== value(nameOfBefore(name)) ? [[name, address] as const] : [];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
