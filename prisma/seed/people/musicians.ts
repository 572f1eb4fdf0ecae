import type { DancerProfile } from './dancers.ts'

type Line = readonly [name: string, stage: string, town: string, bio: string]

// biome-ignore format: one line for each musician
const lines: readonly Line[] = [
  ['Otieno Ouma', 'Owiti Strings', 'Kisumu', 'Benga guitar, third generation. The high string is the singer, I only hold it.'],
  ['Ian Mburu', 'Mbuzi Seven', 'Kayole', 'Gengetone from Kayole Junction. Hooks in the morning, verses at night.'],
  ['Fatma Swaleh', 'Bi Fatma Swaleh', 'Mombasa', 'Taarab with the oud in front and the gossip in the lyrics.'],
  ['Timothy Karuga', 'Karuga wa Mugithi', 'Nyeri', 'One man, one guitar, no breaks until four in the morning.'],
  ['Linda Awuor', 'Linda Awuor', 'Nairobi', 'Afro-fusion. Orutu, synths and a voice from Dunga Beach.'],
  ['Elijah Onyango', 'Jabedo Ohangla', 'Siaya', 'Ohangla drums by hand, eight of them, and an accordion that has seen things.'],
  ['Mohammed Bakari', 'Mo Chakacha', 'Malindi', 'Chakacha for weddings, beaches and anybody with hips.'],
  ['Sheila Njambi', 'Njambi Drill', 'Umoja', 'Nairobi drill in Sheng’. Sliding bass, straight face.'],
  ['Pastor Ruth Mwende', 'Ruth Mwende', 'Machakos', 'Gospel you can run to.'],
  ['Kelvin Maina', 'DJ Kelmo', 'Kiambu', 'Amapiano KE. Log drum in the middle of Kiambu Road.'],
  ['Nelson Wekesa', 'Weks Isukuti', 'Kakamega', 'Isukuti drums with a drum machine that tries to keep up.'],
  ['Caroline Chelimo', 'Chelimo', 'Eldoret', 'Kalenjin pop. Sings in three languages, counts in one.'],
  ['Abel Mutua', 'Kapuka Abel', 'Nairobi', 'Kapuka never left, you did.'],
  ['Hamisi Mwakio', 'Hamisi Mwakio', 'Voi', 'Waiting for the first upload. Mwanzele and bass.'],
]

/** The second musician is the demo musician; the last is unapproved and has no tracks. */
export const musicians: readonly DancerProfile[] = lines.map(([name, stage, town, bio]) => ({
  name,
  stage,
  town,
  bio,
}))
