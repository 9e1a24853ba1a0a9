/**
 * Characters that nobody sees, or that change how the text around them reads: controls, line separators, direction
 * marks (Unicode Bidi_Control), characters without a width (Default_Ignorable_Code_Point: joiners, variation selectors,
 * tags, fillers), halves of surrogate pairs, and the blank Braille pattern. This is the only list of them.
 */
const hidden = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}\u{FFF9}-\u{FFFC}]`;

/**
 * Where some of them are part of a spelling: in emoji that consist of several, and between the letters of scripts that
 * join them (RFC 5892 appendix A).
 */
const spelled = [
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\u{FE0F}?)\u{200D}(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Emoji}|\p{Extended_Pictographic})\u{FE0F}`,
  String.raw`(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])[\u{200C}\u{200D}](?=\p{L})`,
].join('|');

const anyHidden = new RegExp(hidden, 'u');
const everyHidden = new RegExp(hidden, 'gu');
const everyUnspelled = new RegExp(`(${spelled})|${hidden}`, 'gu');

/** Most texts contain nothing else, which takes less time to find out. */
const isPlain = /^[\x20-\x7E]*$/;
const isPlainLine = /^[\x20-\x7E]*\n?$/;

/** Whether a text contains hidden characters, which no name needs. */
export function hasHidden(text: string): boolean {
  return !isPlain.test(text) && anyHidden.test(text);
}

/** A name with a mark in place of each hidden character that is not part of how it is spelled. */
export function markHidden(name: string): string {
  if (isPlain.test(name)) return name;
  return name.replace(everyUnspelled, (_, part: string | undefined) => part ?? '\u{FFFD}');
}

/** A text in which `escape` replaces each unit of hidden characters, but not the end of its line. */
export function escapeHidden(text: string, escape: (unit: string) => string): string {
  if (isPlainLine.test(text)) return text;
  const escapeAll = (character: string) => character.split('').map(escape).join('');
  return text.replace(everyHidden, (found) => (found === '\n' ? found : escapeAll(found)));
}
