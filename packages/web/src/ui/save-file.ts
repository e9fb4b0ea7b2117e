/** Lets the browser save a text, or the parts of a file, as a file. `type` is its MIME type. */
export const saveFile = (name: string, content: string | readonly BlobPart[], type: string): void => {
  const parts = typeof content === 'string' ? [content] : [...content];
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the blob only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
