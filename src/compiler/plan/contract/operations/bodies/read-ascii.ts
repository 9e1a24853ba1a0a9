import type { MediaPair } from './parts/media-pair.ts';
import type { ContractMedia } from './read-bodies.ts';

/** Takes what is sent in ASCII for UTF-8, which includes it, where its receiver reads UTF-8. */
export function readAscii(media: MediaPair): MediaPair {
  const { old, now, direction } = media;
  return direction === 'request' ? { ...media, old: sentTo(now, old) } : { ...media, now: sentTo(old, now) };
}

function sentTo(receiver: ContractMedia, sent: ContractMedia): ContractMedia {
  if (!receiver.charsets.includes('utf-8')) return sent;
  const charsets = sent.charsets.map((charset) => (charset === 'us-ascii' ? 'utf-8' : charset));
  return { ...sent, charsets: [...new Set(charsets)] };
}
