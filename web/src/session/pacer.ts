// How fast the captains play. At the usual pace a whole turn of theirs takes less than twenty seconds, however many steps it has:
// it begins so that each is seen and goes faster the longer it lasts. Where dice fall there is time to read them, and that is counted
// by itself: armies fight last, and what comes of it would be lost if the way there had used up the time.
export const USUAL = 400;

/** What a captain's turn has taken so far, in milliseconds: after plain steps, and after rolls. */
export interface Spent {
  steps: number;
  rolls: number;
}

/** Milliseconds that the server waits before the captain's next choice. */
export function pause(wanted: number, { steps, rolls }: Spent, dramatic: boolean): number {
  if (wanted !== USUAL) return wanted;
  if (dramatic) return rolls < 5000 ? 900 : rolls < 7500 ? 500 : rolls < 8500 ? 150 : 0;
  if (steps < 2000) return 120;
  if (steps < 4000) return 60;
  if (steps < 6000) return 20;
  return 0;
}
