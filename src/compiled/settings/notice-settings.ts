import type { SecretReference } from './secret-reference.ts';

/** How notices about APIs reach those who are responsible for applications. */
export interface NoticeSettings {
  /** The server that e-mail is sent by; absent if no e-mail is sent. */
  readonly smtp?: SmtpSettings;
  /** How webhooks are signed; absent if none is called. */
  readonly webhooks?: WebhookSettings;
}

/** A mail server, and the sender that it accepts. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `starttls`: the connection is encrypted before anything is sent. `implicit`: it is encrypted from its beginning. */
  readonly tls: 'starttls' | 'implicit';
  /** The address that e-mail is from. */
  readonly from: string;
  readonly user?: string;
  readonly password?: SecretReference;
  /** The authorities, in PEM, that may have issued the certificate of the server. Default: those that Node trusts. */
  readonly ca?: SecretReference;
}

export interface WebhookSettings {
  /** The secret that the key of each application is derived from, see `deriveWebhookKey`. */
  readonly secret: SecretReference;
  /** The authorities, in PEM, that may have issued the certificates of receivers. Default: those that Node trusts. */
  readonly ca?: SecretReference;
  /** Whether receivers may be on the machine of the gateway. Default: false. */
  readonly allowThisMachine?: boolean;
}

/** Where an application receives notices; it has at least one of both. */
export interface NoticeContacts {
  /** One e-mail address. */
  readonly email?: string;
  /** An absolute https URL. */
  readonly webhook?: string;
}

/** The ports of mail servers (RFC 6409 and RFC 8314). */
export const smtpPorts: Readonly<Record<SmtpSettings['tls'], number>> = { starttls: 587, implicit: 465 };
