import type { KeySetName } from '../../../compiled/manifest.ts';
import type { PortalAddresses } from '../portal-addresses.ts';
import type { ProposalFormName } from '../proposals/proposal-form.ts';
import { pathOfForm } from '../proposals/proposal-paths.ts';

/** The path of the page of an application. */
export function pathOfApplication({ path }: PortalAddresses, application: string): string {
  return `${path}/applications/${encodeURIComponent(application)}`;
}

/** The values that a form is filled in with. */
interface FormValues {
  readonly application?: string;
  /** `Name/version`. */
  readonly api?: string;
  readonly keys?: KeySetName;
}

/** The path of a form that proposes a change, filled in. */
export function pathOfProposal(
  addresses: PortalAddresses,
  form: ProposalFormName,
  values: FormValues,
): string {
  const query = new URLSearchParams(Object.entries<string>({ ...values })).toString();
  return `${pathOfForm(addresses, form)}${query === '' ? '' : `?${query}`}`;
}
