import { SpreadsheetError } from './rows';

const MAX_EXAMPLE_CHARACTERS = 40;

/** The characters of Windows-1252 for the bytes 80 to 9F; a space for unused bytes. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** A text, and in words how its letters were read where the file does not say so. */
export type DecodedText = { text: string; notes: string[] };

/**
 * Decodes a text file: UTF-16 by its mark, UTF-8, else Windows-1252, which Excel's plain CSV has in Western countries.
 * @throws SpreadsheetError for bytes that are no text, or text in an encoding that cannot be told
 */
export function decodeText(file: Buffer): DecodedText {
  const mark = file.toString('hex', 0, 2);
  if (mark === 'fffe') return plain(new TextDecoder('utf-16le').decode(file));
  if (mark === 'feff') return plain(new TextDecoder('utf-16be').decode(file));
  if (file.includes(0)) {
    throw new SpreadsheetError(
      'This is neither CSV nor an Excel workbook. Choose a CSV or an Excel (.xlsx) file',
    );
  }
  try {
    return plain(new TextDecoder('utf-8', { fatal: true }).decode(file));
  } catch {
    return decodeWindows(file);
  }
}

const plain = (text: string): DecodedText => ({ text, notes: [] });

function decodeWindows(file: Buffer): DecodedText {
  // Node's TextDecoder takes windows-1252 for Latin-1 (nodejs/node#56542), which has controls there
  const text = file.toString('latin1').replace(/[\u0080-\u009f]/g, windowsLetter);
  if (text.includes(UNKNOWN) || isMostlyUtf8(file)) {
    throw new SpreadsheetError(
      'The letters of this file cannot be read. Save it again as "CSV UTF-8" or as an Excel workbook (.xlsx)',
    );
  }
  const note = `Its letters are read as Windows-1252, as in Excel's plain CSV: "${exampleOf(text)}"`;
  return { text, notes: [note] };
}

const UNKNOWN = '\ufffd';

function windowsLetter(control: string): string {
  const letter = WINDOWS[control.charCodeAt(0) - 0x80] ?? ' ';
  return letter === ' ' ? UNKNOWN : letter;
}

/** Whether a file that is no UTF-8 has more of its letters than others: a part of it was written in another encoding. */
function isMostlyUtf8(file: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(file);
  let [letters, faults] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) faults += 1;
    else if (code > 0x7f) letters += 1;
  }
  return letters > faults;
}

function exampleOf(text: string): string {
  const at = text.search(/[^\0-\x7f]/);
  const near = text.slice(Math.max(0, at - MAX_EXAMPLE_CHARACTERS / 2), at + MAX_EXAMPLE_CHARACTERS / 2);
  const [cell = ''] = /[^,;\t|"\r\n\u0080-\uffff]*[^\0-\x7f][^,;\t|"\r\n]*/.exec(near) ?? [];
  return cell.trim();
}
