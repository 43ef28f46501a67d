// The server's HTTP requests.
import type {
  About,
  ArmyLists,
  BoardView,
  CheckedText,
  GameList,
  Invited,
  InvitedTo,
  Joined,
  Lesson,
  NewRecovery,
  Opened,
  PublicGames,
  Record as GameRecord,
  Recovered,
  Refusal,
  Review,
  Rulebook,
  Scene,
  ScenarioText,
  Seat,
  Shelf,
  Side,
  Story,
} from './types';

/** What strangers may do with a new game, and the text of a battle of one's own. */
export interface Openness {
  text?: string;
  name?: string;
  open?: boolean;
  watched?: boolean;
}

export class ApiError extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status: number,
  ) {
    super(refusal.why);
  }
}

async function request<T>(path: string, token?: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError({ code: 'Offline', cite: '', why: 'The server does not answer.' }, 0);
  }
  const text = await answer.text();
  let value: unknown;
  try {
    value = text ? JSON.parse(text) : null;
  } catch {
    value = null;
  }
  if (!answer.ok) {
    const error = (value as { error?: Refusal } | null)?.error;
    throw new ApiError(
      error ?? { code: 'Http', cite: '', why: `The server answered ${answer.status}.` },
      answer.status,
    );
  }
  return value as T;
}

const at = (game: string, rest = '') => `/api/games/${encodeURIComponent(game)}${rest}`;

export const api = {
  shelf: () => request<Shelf>('/api/shelf'),
  rules: (system: string) => request<Rulebook>(`/api/rules/${encodeURIComponent(system)}`),
  armies: (system: string) => request<ArmyLists>(`/api/armies/${system}`),
  lessons: () => request<Lesson[]>('/api/lessons'),
  /** The dice of a lesson are the same every time: nobody adds to them. */
  learn: (scenario: string, lesson: string) =>
    request<Opened>('/api/games', undefined, { scenario, lesson, seats: [{ kind: 'here' }, { kind: 'here' }] }),
  create: (scenario: string, options: Record<string, string>, seats: [Seat, Seat], open: Openness = {}) =>
    request<Opened>('/api/games', undefined, { scenario, options, seats, shared_dice: true, ...open }),
  scenarioText: (id: string) =>
    request<ScenarioText>(`/api/scenarios/${id.split('/').map(encodeURIComponent).join('/')}`),
  checkText: (text: string) => request<CheckedText>('/api/scenarios/check', undefined, { text }),
  public: () => request<PublicGames>('/api/public'),
  turnOut: (game: string, token: string) => request<Invited>(at(game, '/turn_out'), token, {}),
  open: (record: unknown, seats: [Seat, Seat]) =>
    request<Opened>('/api/games/open', undefined, { record, seats, shared_dice: true }),
  list: (tokens: string[]) => request<GameList>('/api/games/list', undefined, { tokens }).then((l) => l.games),
  branch: (game: string, token: string, n: number, seats: [Seat, Seat]) =>
    request<Opened>(at(game, '/branch'), token, { at: n, seats, shared_dice: true }),
  /** The next battle of a campaign: the server has its text, which may be one's own. */
  next: (game: string, token: string, seats: [Seat, Seat]) =>
    request<Opened>(at(game, '/next'), token, { seats, shared_dice: true }),
  /** A battle that is over, once more: with the text that it was begun with, which may be one's own. */
  again: (game: string, token: string, seats: [Seat, Seat], name?: string | null) =>
    request<Opened>(at(game, '/again'), token, { seats, shared_dice: true, ...(name && { name }) }),
  invitation: (game: string, invitation: string) =>
    request<InvitedTo>(at(game, '/invitation'), undefined, { invitation }),
  /** The token is made here, so that asking again with the same one is safe. */
  join: (game: string, invitation: string, token: string, name?: string) =>
    request<Joined>(at(game, '/join'), undefined, { invitation, token, ...(name && { name }) }),
  recover: (game: string, recovery: string, token: string) =>
    request<Recovered>(at(game, '/recover'), undefined, { recovery, token }),
  invite: (game: string, token: string) => request<Invited>(at(game, '/invite'), token, {}),
  newRecovery: (game: string, token: string) => request<NewRecovery>(at(game, '/recovery'), token, {}),
  info: (game: string, token: string) => request<About>(at(game), token),
  board: (game: string, token: string) => request<BoardView>(at(game, '/board'), token),
  scene: (game: string, token: string, n: number) => request<Scene>(at(game, `/scene?at=${n}`), token),
  story: (game: string, token: string, from: number) => request<Story>(at(game, `/story?from=${from}`), token),
  record: (game: string, token: string) => request<GameRecord>(at(game, '/record'), token),
  review: (game: string, token: string, side: Side) => request<Review>(at(game, `/review?side=${side}`), token),
};
