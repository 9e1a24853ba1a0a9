/** The root of this program's package, two folders up in the sources as in the built package. */
export const programRoot = new URL('../../', import.meta.url);
