/** Format characters that are visible: signs before a number (Unicode Prepended_Concatenation_Mark). */
const signs = String.raw`[\u{600}-\u{605}\u{6DD}\u{70F}\u{890}\u{891}\u{8E2}\u{110BD}\u{110CD}]`;

/**
 * Characters that are invisible, or that change how the text around them is displayed: controls, line separators,
 * direction marks (Unicode Bidi_Control), characters without a width (Default_Ignorable_Code_Point: joiners, variation
 * selectors, tags, fillers), halves of surrogate pairs, and the blank Braille pattern. The only list of such
 * characters.
 */
const hidden = String.raw`(?!${signs})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}\u{FFF9}-\u{FFFC}]`;

/**
 * Letters that join the next one (Unicode Joining_Type D), from the block of the Arabic script that modern languages
 * use.
 */
const joining = String.raw`[\u{626}\u{628}\u{62A}-\u{62E}\u{633}-\u{63F}\u{641}-\u{647}\u{649}\u{64A}\u{66E}\u{66F}\u{678}-\u{687}\u{69A}-\u{6BF}\u{6C1}\u{6C2}\u{6CC}\u{6CE}\u{6D0}\u{6D1}\u{6FA}-\u{6FC}\u{6FF}]`;

const virama = String.raw`[\u{94D}\u{9CD}\u{A4D}\u{ACD}\u{B4D}\u{BCD}\u{C4D}\u{CCD}\u{D4D}\u{DCA}]`;

/** Where a joiner or a non-joiner changes how letters look, and so is part of a spelling (RFC 5892 appendix A). */
const spelled = [
  String.raw`(?<=${joining}\p{Mn}*)\u{200C}(?=(?=\p{L})\p{scx=Arab})`,
  String.raw`(?<=${virama})\u{200C}(?=\p{L})`,
  String.raw`(?<=${virama})\u{200D}`,
].join('|');

/** Where a joiner or a variation selector makes one emoji out of several characters (Unicode Technical Standard 51). */
const emoji = [
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\u{FE0F}?)\u{200D}(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})\u{FE0F}`,
  String.raw`(?<=[0-9#*])\u{FE0F}(?=\u{20E3})`,
].join('|');

const hiddenOutsideSpelling = new RegExp(`(?!${spelled})${hidden}`, 'u');
const everyHidden = new RegExp(hidden, 'gu');
const spelledOrHidden = new RegExp(`(${spelled}|${emoji})|${hidden}`, 'gu');

/** Fast path: most texts are printable ASCII, and this test is cheaper. */
const isPlain = /^[\x20-\x7E]*$/;
const isPlainLine = /^[\x20-\x7E]*\n?$/;

/** Whether a text contains hidden characters that are not part of its spelling; user names never need them. */
export function hasHidden(text: string): boolean {
  return !isPlain.test(text) && hiddenOutsideSpelling.test(text);
}

/** A name with a mark in place of each hidden character that is not part of its spelling. */
export function markHidden(name: string): string {
  if (isPlain.test(name)) return name;
  return name.replace(spelledOrHidden, (_, part: string | undefined) => part ?? '\u{FFFD}');
}

/** Replaces each UTF-16 unit of each hidden character by the result of `escape`. Line feeds stay. */
export function escapeHidden(text: string, escape: (unit: string) => string): string {
  if (isPlainLine.test(text)) return text;
  const escapeAll = (character: string) => character.split('').map(escape).join('');
  return text.replace(everyHidden, (found) => (found === '\n' ? found : escapeAll(found)));
}
