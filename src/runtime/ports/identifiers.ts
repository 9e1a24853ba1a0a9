/** Creates an unguessable identifier: at least 122 random bits. */
export type NewIdentifier = () => string;
