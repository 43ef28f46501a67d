// Two printings of the same map: hand-coloured by day, by lamplight at night.

export interface Palette {
  paper: string;
  margin: string;
  grain: string;
  /** Ground by height, lowest first; higher ground than listed takes the last. */
  ground: string[];
  ink: string;
  faint: string;
  grid: string;
  contour: string;
  grass: string;
  marsh: string;
  marshInk: string;
  water: string;
  waterInk: string;
  wood: string;
  crown: string;
  crownShade: string;
  roof: string;
  wall: string;
  road: string;
  roadEdge: string;
  burn: string;
  burnEdge: string;
  streamName: string;
  /** Ploughed strips. */
  field: string;
  furrow: string;
  hedge: string;
  halo: string;
  sides: [string, string];
}

export const DAY: Palette = {
  paper: '#efe5c9',
  margin: '#e9dcba',
  grain: '#6b5230',
  ground: ['#dfdfb6', '#ebdfb4', '#e6cd98', '#dcb880'],
  ink: '#46371f',
  faint: 'rgba(70,55,31,0.55)',
  grid: 'rgba(78,62,36,0.26)',
  contour: '#9b7440',
  grass: 'rgba(92,105,50,0.42)',
  marsh: '#c3d3b4',
  marshInk: '#47674f',
  water: '#b4ced2',
  waterInk: '#557f8a',
  wood: '#bfcb98',
  crown: '#8aa463',
  crownShade: '#50693a',
  roof: '#b05a3f',
  wall: '#6d3a29',
  road: '#f8efd7',
  roadEdge: '#8d6a3d',
  burn: '#8fb9c3',
  burnEdge: '#3d6b79',
  streamName: '#3d6b79',
  field: '#e6d795',
  furrow: 'rgba(140,110,50,0.5)',
  hedge: '#5f7d43',
  halo: 'rgba(240,230,203,0.85)',
  sides: ['#2b4f80', '#9a2f2c'],
};

export const NIGHT: Palette = {
  paper: '#191d20',
  margin: '#14171a',
  grain: '#000000',
  ground: ['#222d27', '#2d3129', '#3b362a', '#4a3f2e'],
  ink: '#d8c9a6',
  faint: 'rgba(216,201,166,0.55)',
  grid: 'rgba(216,201,166,0.15)',
  contour: '#8f7547',
  grass: 'rgba(150,170,110,0.22)',
  marsh: '#263a36',
  marshInk: '#7fa58c',
  water: '#1d3742',
  waterInk: '#5f93a3',
  wood: '#24331f',
  crown: '#4c6a3c',
  crownShade: '#1b2816',
  roof: '#8f4a36',
  wall: '#2b1710',
  road: '#6f6044',
  roadEdge: '#2a2418',
  burn: '#4f8798',
  burnEdge: '#14262d',
  streamName: '#4f8798',
  field: '#3a3623',
  furrow: 'rgba(180,150,90,0.35)',
  hedge: '#5b7a45',
  halo: 'rgba(18,22,24,0.85)',
  sides: ['#7fa6dc', '#e08a82'],
};
