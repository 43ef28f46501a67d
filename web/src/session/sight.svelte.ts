// The line of sight, or the ruler: from one place to the one pointed at.
import type { Place, SightLine } from '../api/types';
import type { Ground } from '../ground/ground';

export class Sight {
  on = $state(false);
  from = $state.raw<Place | undefined>();
  /** What the referee says of the line to the place pointed at, where he can say. */
  line = $state.raw<SightLine | undefined>();

  toggle(from: Place | undefined): void {
    this.on = !this.on;
    this.from = this.on ? from : undefined;
  }

  /** The first press says from where, the next one somewhere else begins anew. */
  press(place: Place, ground: Ground): void {
    this.from = this.from && ground.key(this.from) !== ground.key(place) ? undefined : place;
  }
}
