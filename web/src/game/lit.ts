// What a button would do is drawn on the map before it is pressed.
import type { Offer } from '../api/types';
import type { Hand } from '../session/hand.svelte';

export const lit = (hand: Hand, offer: Offer) => {
  const show = () => (hand.preview = offer);
  const hide = () => (hand.preview = undefined);
  return { onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide };
};
