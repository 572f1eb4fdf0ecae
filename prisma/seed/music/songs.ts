type Genre =
  | 'Gengetone'
  | 'Kapuka'
  | 'Benga'
  | 'Afro-fusion'
  | 'Ohangla'
  | 'Mugithi'
  | 'Taarab'
  | 'Chakacha'
  | 'Drill'
  | 'Gospel'
  | 'Amapiano KE'
  | 'Isukuti'
  | 'Kalenjin pop'

export type SongStatus = 'approved' | 'pending' | 'rejected' | 'retired'

export interface Song {
  /** The musician's stage name. */
  by: string
  title: string
  genre: Genre
  description: string
  tags: readonly string[]
  status: SongStatus
}

type Line = readonly [
  by: string,
  title: string,
  genre: Genre,
  description: string,
  tags: string,
  status?: SongStatus,
]

// biome-ignore format: one line for each song
const lines: readonly Line[] = [
  ['Mbuzi Seven', 'Kayole Junction', 'Gengetone', 'For the stage where everybody gets off.', 'gengetone kayole matatu'],
  ['Mbuzi Seven', 'Makanga Anthem', 'Gengetone', 'Hang off the door, mind the wing mirror.', 'gengetone matatu sheng'],
  ['Mbuzi Seven', 'Usiku wa Manane', 'Gengetone', 'After midnight version, the clean one.', 'gengetone night', 'pending'],
  ['Owiti Strings', 'Nyar Nam', 'Benga', 'Daughter of the lake. Two guitars talking over each other.', 'benga guitar lake'],
  ['Owiti Strings', 'Kisumu Dala', 'Benga', 'Kisumu is home.', 'benga kisumu'],
  ['Owiti Strings', 'Agulu', 'Benga', 'A slow start, then the guitars run.', 'benga guitar'],
  ['Bi Fatma Swaleh', 'Mpenzi wa Bandarini', 'Taarab', 'A love story from the old harbour.', 'taarab pwani oud'],
  ['Bi Fatma Swaleh', 'Kanga Nyekundu', 'Taarab', 'What the kanga says, so that I need not.', 'taarab kanga'],
  ['Bi Fatma Swaleh', 'Nyota ya Lamu', 'Taarab', 'Recorded near the seafront.', 'taarab lamu', 'retired'],
  ['Karuga wa Mugithi', 'Gari la Moshi', 'Mugithi', 'The train song. Hold the person in front.', 'mugithi train wedding'],
  ['Karuga wa Mugithi', 'Mugithi wa Nyeri', 'Mugithi', 'One guitar, all night.', 'mugithi nyeri'],
  ['Karuga wa Mugithi', 'Kahora Kahora', 'Mugithi', 'Slowly, slowly.', 'mugithi slow'],
  ['Linda Awuor', 'Dunga Sunset', 'Afro-fusion', 'Orutu on a warm pad, for slow arms.', 'afrofusion orutu lake'],
  ['Linda Awuor', 'Paka Rangi', 'Afro-fusion', 'Paint it. All of it.', 'afrofusion colour'],
  ['Linda Awuor', 'Moyo Mwepesi', 'Afro-fusion', 'A light heart and a heavy bass.', 'afrofusion love'],
  ['Jabedo Ohangla', 'Ber Ahinya', 'Ohangla', 'Very good. Eight drums say so.', 'ohangla drums'],
  ['Jabedo Ohangla', 'Siaya Express', 'Ohangla', 'Does not stop at Luanda.', 'ohangla fast'],
  ['Jabedo Ohangla', 'Nyathi Ohangla', 'Ohangla', 'The accordion leads, the shoulders follow.', 'ohangla accordion'],
  ['Mo Chakacha', 'Kiuno Chako', 'Chakacha', 'Everything below the ribs.', 'chakacha pwani hips'],
  ['Mo Chakacha', 'Mawimbi', 'Chakacha', 'Waves, in six eight.', 'chakacha beach'],
  ['Mo Chakacha', 'Harusi Malindi', 'Chakacha', 'Wedding procession, second night.', 'chakacha wedding', 'pending'],
  ['Njambi Drill', 'Umoja Two', 'Drill', 'Slides from the first bar.', 'drill umoja sheng'],
  ['Njambi Drill', 'Baridi ya Juja', 'Drill', 'Cold hook, warm jacket.', 'drill cold'],
  ['Njambi Drill', 'Mbogi Genje', 'Drill', 'With a choir that never smiles.', 'drill crew', 'rejected'],
  ['Ruth Mwende', 'Asubuhi Njema', 'Gospel', 'Morning praise with handclaps.', 'gospel praise'],
  ['Ruth Mwende', 'Simama Imara', 'Gospel', 'Stand firm, then jump.', 'gospel jump'],
  ['Ruth Mwende', 'Nyumba ya Sifa', 'Gospel', 'Made for a full choir and a wooden floor.', 'gospel choir'],
  ['DJ Kelmo', 'Kiambu Road', 'Amapiano KE', 'Log drum in traffic.', 'amapiano logdrum'],
  ['DJ Kelmo', 'Sherehe Sheria', 'Amapiano KE', 'The party is the law.', 'amapiano party'],
  ['DJ Kelmo', 'Limuru Piano', 'Amapiano KE', 'Cold air, warm chords.', 'amapiano piano', 'pending'],
  ['Weks Isukuti', 'Shinyalu', 'Isukuti', 'Father drum, mother drum, child drum.', 'isukuti drums luhya'],
  ['Weks Isukuti', 'Ingokho', 'Isukuti', 'The chicken always comes to the party.', 'isukuti fun'],
  ['Chelimo', 'Emo Nebo', 'Kalenjin pop', 'Home, from the escarpment road.', 'kalenjin pop'],
  ['Chelimo', 'Tugen Hills', 'Kalenjin pop', 'A walk with a beat.', 'kalenjin pop hills'],
  ['Kapuka Abel', 'Nitumie Pesa', 'Kapuka', 'Send it, and the charges.', 'kapuka pesa'],
  ['Kapuka Abel', 'Simu ya Kwanza', 'Kapuka', 'My first phone had this ringtone.', 'kapuka throwback'],
]

export const songs: readonly Song[] = lines.map(
  ([by, title, genre, description, tags, status = 'approved']) => ({
    by,
    title,
    genre,
    description,
    tags: tags.split(' '),
    status,
  }),
)

export function songKey(song: Song): string {
  return `tracks/demo/${song.title.toLowerCase().replaceAll(' ', '-')}.mp3`
}
