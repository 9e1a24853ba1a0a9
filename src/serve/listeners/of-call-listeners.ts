import { withoutClients, type TlsMaterial } from '#platform/keys/own-certificates.ts';

/** Something of the listener of calls, and of the one at which proxies ask, if there is one. */
export interface OfCallListeners<Value> {
  readonly calls: Value;
  readonly authorization?: Value;
}

/** The TLS material of each; undefined for plain HTTP. */
export type CallTls = OfCallListeners<TlsMaterial | undefined>;

/** The same listeners with new material. */
export function replaceMaterial(tls: CallTls, material: TlsMaterial): CallTls {
  return {
    calls: tls.calls && withoutClients(material),
    ...(tls.authorization && { authorization: material }),
  };
}
