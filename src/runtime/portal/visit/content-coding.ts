import type { ContentCoding } from '#runtime/ports/published-documents.ts';

/**
 * The content coding that Accept-Encoding weighs most (RFC 9110 section 12.5.3), of those offered, with the preferred
 * first; `identity` if it accepts none of them.
 */
export function chooseCoding<Coding extends ContentCoding>(
  acceptEncoding: string,
  offered: readonly Coding[],
): Coding | 'identity' {
  const weights = readWeights(acceptEncoding);
  let [chosen, most]: [Coding | 'identity', number] = ['identity', weights.get('identity') ?? 0];
  for (const coding of offered) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    // A client that lists a coding beside `identity` prefers to receive fewer bytes.
    if (weight > most || (weight === most && weight > 0 && chosen === 'identity'))
      [chosen, most] = [coding, weight];
  }
  return chosen;
}

/**
 * The weights of what an Accept or Accept-Encoding header names, in lower case, from 0 to 1 (RFC 9110 section 12.4.2); 1
 * where it states none.
 */
export function readWeights(header: string): ReadonlyMap<string, number> {
  return new Map(
    header
      .toLowerCase()
      .split(',')
      .map((item) => {
        const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
        const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
        const [quality = '1'] = parameters.flatMap((one) => weight.exec(one)?.[1] ?? []);
        return [name, Number(quality)] as const;
      }),
  );
}
