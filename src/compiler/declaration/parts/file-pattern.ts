/** What every system takes for the path of a file: no control character, and no half of a surrogate pair. */
export const filePattern = '^[^\\x00-\\x1f\\x7f\\ud800-\\udfff]*$';

/** The same for a path that is absolute, or that no `..` leads out of its folder. */
export const innerFilePattern = `^(?!(?:[^/]+/)*\\.\\.(?:/|$))${filePattern.slice(1)}`;
