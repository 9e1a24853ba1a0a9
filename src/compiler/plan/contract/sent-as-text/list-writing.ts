/**
 * How a value that may be a list is written as text. `apart`: one text per item (`a=1&a=2`). `joined`: all items in one
 * text (`a=1,2`). `item`: an item, which is never a list itself. `only item`: a single value that is a joined list on
 * the other side, where an empty text means no items. `member`: a member of an object, which is a list if it is sent
 * more than once. `form`: an object whose members are such values.
 */
export type ListWriting = 'form' | 'apart' | 'joined' | 'item' | 'only item' | 'member';
