// How fast the captains play. At the usual pace a whole turn of theirs takes at most some fifteen seconds, however many steps
// it has: it begins so that each is seen and goes faster the longer it lasts. Where dice fall there is time to read them.
export const USUAL = 400;

/** Milliseconds that the server waits before the captain's next choice. */
export function pause(wanted: number, elapsed: number, dramatic: boolean): number {
  if (wanted !== USUAL) return wanted;
  if (dramatic && elapsed < 11_000) return elapsed < 6000 ? 600 : 350;
  if (elapsed < 3000) return 120;
  if (elapsed < 7000) return 60;
  if (elapsed < 12_000) return 20;
  return 0;
}
