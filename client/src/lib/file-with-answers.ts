/** The browser's own reader does not hold up the page while it works. */
const inBase64 = (contents: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(contents);
  });

/** The JSON body of a file with answers under a name, and its headers. */
export async function fileWithAnswers(contents: Blob, name: string, answers: object) {
  const parts = ['{"file":"', await inBase64(contents), `","${name}":`, JSON.stringify(answers), '}'];
  return { body: new Blob(parts), headers: { 'Content-Type': 'application/json' } };
}
