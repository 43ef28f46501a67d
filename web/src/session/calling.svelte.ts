// "Your turn": said when it comes back to somebody who waits or was elsewhere, until he has read it or done something.

export interface Turn {
  /** Whether whoever sits here is to act, and was before. */
  mine: boolean;
  was: boolean;
  /** Nothing was shown before: the page has just been opened. */
  first: boolean;
  /** Something of the game was done before, and the last of it here. */
  begun: boolean;
  acted: boolean;
  /** Against somebody at another screen; a captain's turn is over in seconds. */
  friend: boolean;
  hidden: boolean;
  prompt: string;
}

export class Calling {
  words = $state('');

  heard({ mine, was, first, begun, acted, friend, hidden, prompt }: Turn): void {
    if (!mine || (acted && !first)) this.words = '';
    else if (!was && (friend ? begun || !first : hidden && !first)) this.words = prompt;
  }
}
