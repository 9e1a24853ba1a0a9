/** Makes an identifier that nobody can guess: at least 122 random bits. */
export type NewIdentifier = () => string;
