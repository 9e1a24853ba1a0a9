import Type from 'typebox';

/** A host name, or an address of IPv4 or IPv6 without brackets. */
export const listenerHostPattern =
  '^([A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(%[0-9A-Za-z]+)?)$';

export const ListenerHostSchema = (description: string) =>
  Type.String({ pattern: listenerHostPattern, description });
