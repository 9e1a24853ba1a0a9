/**
 * How the items of an array are written in text: each by itself (`a=1&a=2`), or all in one text (`a=1,2`). An item is
 * never an array itself; a member of an object is one if it is sent more than once. The only item of a joined list is a
 * value that is a list now, whose empty text means no items. A form is an object whose members are such values.
 */
export type ListWriting = 'form' | 'apart' | 'joined' | 'item' | 'only item' | 'member';
