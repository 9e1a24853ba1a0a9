import type { SmtpSettings } from '#compiled/settings/notice-settings.ts';
import { markHidden } from '#compiled/names/hidden-characters.ts';
import { renderEmail } from '#runtime/portal/texts/render-email.ts';
import { rememberTrust } from './remember-trust.ts';
import { DeliveryError, readDeliverySecret, type Deliver, type DeliveryContext } from './delivery.ts';

/** How long each step of a connection to the mail server may take, in milliseconds. */
const maxMs = 20_000;

/** How long all steps together may take, in milliseconds: a server can stretch each of them without end. */
const answerMs = 60_000;

/** Sends a notice by e-mail, over a connection that is encrypted before anything of it is sent. */
export const deliverEmail: Deliver = async (delivery, context) => {
  const { smtp } = context.settings;
  if (!smtp) throw new DeliveryError('unconfigured', 'the gateway declares no mail server', false);
  const { subject, text } = renderEmail(delivery.application, delivery.content);
  const options = await openOptions(smtp, context);
  // Loaded only if e-mail is sent.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(options);
  const tooLong = AbortSignal.timeout(context.answerMs ?? answerMs);
  try {
    await transport.sendMail({
      from: { name: markHidden(context.sender), address: smtp.from },
      to: { name: '', address: delivery.address },
      subject,
      text,
      messageId: `<${delivery.id}@${smtp.from.slice(smtp.from.indexOf('@') + 1)}>`,
      // Keeps out-of-office replies away (RFC 3834).
      headers: { 'auto-submitted': 'auto-generated' },
      signal: AbortSignal.any([context.signal, tooLong]),
    });
  } catch (error) {
    if (tooLong.aborted) throw cannotBeUsed('no answer in time');
    throw explain(error);
  } finally {
    transport.close();
  }
};

async function openOptions({ host, port, tls, user, password, ca }: SmtpSettings, context: DeliveryContext) {
  const pass = password && (await readDeliverySecret(password, context));
  const trusted = ca && (await readDeliverySecret(ca, context));
  return {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: true,
    ...(user !== undefined && { auth: { user, pass: pass ?? '' } }),
    tls: {
      minVersion: 'TLSv1.2' as const,
      ...(trusted !== undefined && { secureContext: rememberTrust(trusted) }),
    },
    connectionTimeout: maxMs,
    greetingTimeout: maxMs,
    socketTimeout: maxMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The answer of the server may quote the address of a person, so that only its status is shown. */
function explain(error: unknown): DeliveryError {
  const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string };
  if (code === 'EAUTH') return new DeliveryError('unconfigured', 'the mail server refuses the login');
  if (code === 'ETLS')
    return new DeliveryError('unconfigured', 'the connection to the mail server cannot be encrypted');
  if (responseCode === undefined) return cannotBeUsed(code ?? 'unknown reason');
  const isTemporary = responseCode < 500;
  return new DeliveryError(
    'refused',
    `the mail server answered with the status ${responseCode}`,
    isTemporary,
  );
}

function cannotBeUsed(reason: string): DeliveryError {
  return new DeliveryError('unreachable', `the mail server cannot be used (${reason})`);
}
