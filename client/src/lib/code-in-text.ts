/** Eight digits, with single spaces or hyphens between them and no digit next to them. */
const CODE = /(?:^|\D)(\d(?:[\s\p{Pd}]?\d){7})(?!\d)/u;

/** The code in a text that was typed, or pasted with the words around it; undefined without one. */
export const codeIn = (text: string): string | undefined => CODE.exec(text)?.[1]?.replace(/\D/g, '');
