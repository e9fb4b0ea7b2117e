/** A refusal that the caller gets to read. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}
