/** How the keys that open the palette are written on this machine. */
export const paletteKeys = () => (/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K');
