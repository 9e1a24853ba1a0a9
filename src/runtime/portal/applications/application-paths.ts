import type { KeySetName } from '../../../compiled/manifest.ts';
import type { PortalAddresses } from '../portal-addresses.ts';

/** The path of the page of an application. */
export function pathOfApplication({ path }: PortalAddresses, application: string): string {
  return `${path}/applications/${encodeURIComponent(application)}`;
}

/** The forms that propose a change; `settings` are callback URLs and grants. */
type ProposalForm = 'application' | 'settings' | 'keys' | 'subscribe' | 'withdraw';

/** The values that a form is filled in with. */
interface FormValues {
  readonly application?: string;
  /** `Name/version`. */
  readonly api?: string;
  readonly keys?: KeySetName;
}

/** The path of a form that proposes a change. */
export function pathOfProposal({ path }: PortalAddresses, form: ProposalForm, values: FormValues): string {
  const query = new URLSearchParams(Object.entries<string>({ ...values })).toString();
  return `${path}/proposals/new/${form}${query === '' ? '' : `?${query}`}`;
}
