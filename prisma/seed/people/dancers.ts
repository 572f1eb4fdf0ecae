export interface DancerProfile {
  name: string
  /** Also the username. */
  stage: string
  town: string
  bio: string
}

type Line = readonly [name: string, stage: string, town: string, bio: string]

// biome-ignore format: one line for each dancer
const lines: readonly Line[] = [
  ['Akinyi Odhiambo', 'Akinyi Steps', 'Kayole', 'Learned to dance in the aisle of a route 19 matatu. Gengetone first, everything else after.'],
  ['Brian Mwangi', 'Shaddy Footwork', 'Kayole', 'Footwork, floorwork, homework. In that order.'],
  ['Faith Wanjiru', 'Shiru Vibes', 'Thika', 'Dance teacher by day at Makongeni Primary. My class choreographs half of these.'],
  ['Dennis Ochieng', 'Ochi Benga', 'Kisumu', 'Benga is a guitar that will not let your knees rest. Nyalenda born.'],
  ['Mercy Chebet', 'Chebe Motion', 'Eldoret', 'Runner turned dancer. Same lungs, better music.'],
  ['Hassan Omar', 'Hassan wa Pwani', 'Mombasa', 'Chakacha na Taarab za Old Town, kwa heshima ya bibi yangu.'],
  ['Esther Nduta', 'Nduta Moves', 'Nakuru', 'Two sisters, one phone, a lot of retakes.'],
  ['Kevin Wafula', 'Wafu Isukuti', 'Kakamega', 'Isukuti drums raised me. Now I bring them to every beat.'],
  ['Mutheu Kilonzo', 'Mutheu K', 'Machakos', 'Kamba wathi, dancehall attitude. Winner, Machakos People’s Park 2025.'],
  ['Ali Mohamed', 'Ali Shuffle', 'Garissa', 'From Garissa with dust on my shoes and Amapiano in my ears.'],
  ['Zainab Athman', 'Zai wa Lamu', 'Lamu', 'I dance on the seafront when the dhows come in. Mind the donkeys.'],
  ['Collins Kiprop', 'Kip Groove', 'Eldoret', 'Kalenjin pop, tight formations, matching tracksuits.'],
  ['Purity Wangari', 'Purri Queen', 'Nyeri', 'Mugithi is not only for weddings.'],
  ['Samuel Otieno', 'Otis Bounce', 'Kisumu', 'Shag, shoulders, smile. Ohangla all Sunday.'],
  ['Cynthia Moraa', 'Moraa Fire', 'Kisii', 'Obokano at home, drill outside. Both are in the shoulders.'],
  ['Victor Kamau', 'Vicky Pop', 'Dandora', 'Popping since 2014. Dandora Hip Hop City regular.'],
  ['Halima Abdi', 'Halima Abdi', 'Isiolo', 'Borana steps and city beats, one scarf.'],
  ['Joseph Ekai', 'Ekai Jumps', 'Lodwar', 'Edonga means jump. Watch how high.'],
  ['Nancy Jepkosgei', 'Jep Slides', 'Kericho', 'Tea by morning, dance by evening. Slides on wet grass are harder.'],
  ['Peter Njoroge', 'Pete Njoro', 'Kiambu', 'I keep the Mugithi train moving. Please do not let go of the person in front.'],
  ['Salome Atieno', 'Salo Ohangla', 'Siaya', 'Nyatiti granddaughter. Slow hands, quick waist.'],
  ['Fredrick Musyoka', 'Freddy Masaku', 'Machakos', 'Three men, one tripod, Wote Road.'],
  ['Grace Nyambura', 'Nyambu Grace', 'Githurai', 'Gospel crew leader, Githurai 45. Clean steps only.'],
  ['Ibrahim Yusuf', 'Ibra Spin', 'Eastleigh', 'Section One to the world. I land the spin one time out of three.'],
  ['Lilian Auma', 'Lily Auma', 'Busia', 'Border girl. I borrow from Kampala and return it better.'],
  ['George Kimani', 'Kimm Drill', 'Kasarani', 'Drill has no footwork, they said.'],
  ['Winnie Chepkoech', 'Winnie Koech', 'Bomet', 'Shy until the snare.'],
  ['Abdalla Juma', 'Dulla Pwani', 'Malindi', 'Beach boy with a degree. Chakacha is the thesis.'],
  ['Rose Nekesa', 'Nekesa Rose', 'Bungoma', 'Kamabeka shoulders. Do not try this without stretching.'],
  ['Stephen Macharia', 'Machari Flow', 'Ruiru', 'Contemporary, a bit of capoeira, too many opinions about lighting.'],
  ['Aisha Mwinyi', 'Aisha Mwinyi', 'Kilifi', 'Sengenya from my mother’s village, at 112 beats a minute.'],
  ['Duncan Oduor', 'Dunco Kapuka', 'Umoja', 'Raised on Kapuka ringtones.'],
  ['Eunice Kerubo', 'Keru Bounce', 'Nyamira', 'Market on Tuesday, rehearsal on Wednesday, win on Friday.'],
  ['Martin Lokwang', 'Lokwang M', 'Kapenguria', 'Pokot steps on Nairobi beats.'],
  ['Sharon Adhiambo', 'Shasha Adhi', 'Homa Bay', 'Lake breeze, loud speaker.'],
  ['Anthony Gitau', 'Toni Gitau', 'Limuru', 'Cold hands, warm feet.'],
  ['Khadija Noor', 'Khadija Noor', 'Wajir', 'I film at sunrise because of the light. And because of the heat.'],
  ['Moses Barasa', 'Moses Barasa', 'Kitale', 'Maize farmer. Very good balance.'],
  ['Teresia Mueni', 'Teri Mueni', 'Kitui', 'Kilumi drums, sneakers.'],
  ['Evans Kiptoo', 'Evans K', 'Kapsabet', 'The crew is eight. The phone fits four.'],
  ['Beatrice Akoth', 'Bea Akoth', 'Migori', 'Ohangla from Migori. My aunties are my judges.'],
  ['Jackson Saitoti', 'Saito Adumu', 'Narok', 'Adumu at home, Amapiano in town.'],
  ['Mariam Said', 'Mariam wa Bara', 'Voi', 'Halfway between the coast and the noise.'],
  ['Paul Karanja', 'Karanja P', 'Murang’a', 'Barber. Half the crew pays me in choreography.'],
  ['Sylvia Naliaka', 'Syl Naliaka', 'Webuye', 'Paper mill town, paper thin budget, thick soles.'],
  ['Ismail Bakari', 'Isma Bakari', 'Likoni', 'I rehearse on the ferry. Front deck, left side.'],
  ['Diana Wairimu', 'Didi Wairimu', 'Naivasha', 'Flower farm, night shift, day dancer.'],
  ['Felix Onyango', 'Felo Onyango', 'Kibera', 'Kibera Town Centre steps. Wheelchair Dancer of the year 2024.'],
  ['Joyce Nkatha', 'Nkatha J', 'Meru', 'Kirarama with a bass line.'],
  ['Emmanuel Koros', 'Ema Koros', 'Nandi Hills', 'Kept the beat, lost the shoe. Still posted it.'],
  ['Lucy Wambui', 'Wambo Lucy', 'Nanyuki', 'View of the mountain in every video. You are welcome.'],
  ['Rashid Salim', 'Rashid Salim', 'Kwale', 'Ngoma za Digo, mtindo wa leo.'],
  ['Agnes Mumbua', 'Mumbua A', 'Athi River', 'Factory floor moves. Literally.'],
  ['Tom Omondi', 'Tommy Rongo', 'Rongo', 'Old songs, new knees.'],
  ['Catherine Jeruto', 'Cate Jeruto', 'Iten', 'Altitude training for the chest pop.'],
  ['Yvonne Khasandi', 'Yvo Khasandi', 'Mumias', 'Sugar town, sweet moves.'],
  ['Daniel Muriithi', 'Dan Muriithi', 'Embu', 'Learning in public. Week 31.'],
  ['Nuru Shee', 'Nuru Shee', 'Lamu', 'Goma la ungo, with respect and with sneakers.'],
  ['Lawrence Simiyu', 'Larry Simiyu', 'Kitale', 'I only know one dance, but I know it well.'],
  ['Pauline Njeri', 'Polly Njeri', 'Rongai', 'Jam on Lang’ata Road is rehearsal time.'],
]

/** The first dancer is the demo dancer. */
export const dancers: readonly DancerProfile[] = lines.map(([name, stage, town, bio]) => ({
  name,
  stage,
  town,
  bio,
}))
