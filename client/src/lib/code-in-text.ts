/** Eight digits that a space or a hyphen may stand between, with no digit next to them. */
const CODE = /(?:^|\D)(\d(?:[\s\p{Pd}]?\d){7})(?!\d)/u;

/** The code in a text that was typed, or pasted with the words around it; undefined where there is none. */
export const codeIn = (text: string): string | undefined => CODE.exec(text)?.[1]?.replace(/\D/g, '');
