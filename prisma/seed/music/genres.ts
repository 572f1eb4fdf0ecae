export const genres = [
  'Gengetone',
  'Kapuka',
  'Benga',
  'Afro-fusion',
  'Ohangla',
  'Mugithi',
  'Taarab',
  'Chakacha',
  'Drill',
  'Gospel',
  'Amapiano KE',
  'Isukuti',
  'Kalenjin pop',
] as const
export type Genre = (typeof genres)[number]
