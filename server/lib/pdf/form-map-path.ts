/** Where the map of a form template lies: "forms/f5320.pdf" has "forms/f5320.map.json" next to it. */
export const formMapPath = (templatePath: string): string =>
  `${templatePath.replace(/\.pdf$/i, '')}.map.json`;
