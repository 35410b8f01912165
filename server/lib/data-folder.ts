/**
 * The mode of DATA_DIR where we make it: only its owner may look into it. As root PostgreSQL runs under another account; except on
 * Linux, where `dataArgument` spares it the way, that account must be able to walk through.
 */
export const DATA_FOLDER_MODE = process.getuid?.() === 0 && process.platform !== 'linux' ? 0o711 : 0o700;
