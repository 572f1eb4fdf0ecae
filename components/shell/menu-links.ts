/** What everybody finds in the menu below the header's own links. Drawn by the server: no script names these. */
export const menuLinks = [
  { word: 'leaderboard', path: '/?tab=leaderboard' },
  { word: 'results', path: '/results' },
  { word: 'rules', path: '/rules' },
  { word: 'claim', path: '/claim' },
  { word: 'status', path: '/status' },
] as const
