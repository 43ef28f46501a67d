// What the page says: a notice that stays a while, a quiet line, and words for screen readers.

export interface Notice {
  text: string;
  cite: string;
  key: number;
}

export class Voice {
  notice = $state.raw<Notice | undefined>();
  /** Said to screen readers. */
  spoken = $state('');
  /** A quiet line on what the page did by itself. */
  whisper = $state('');
  /** The phases that were passed over last, and why; said beside that line, whatever comes after. */
  passed = $state('');
  #key = 0;

  tell(text: string, cite = ''): void {
    this.notice = { text, cite, key: ++this.#key };
    this.spoken = text;
  }
}
