import { counties } from '#lib/contract/profiles/counties.ts'
import { lookOf } from '#lib/domain/accounts/name-look.ts'
import { countyOf } from '#prisma/seed/people/counties.ts'
import { dancers } from '#prisma/seed/people/dancers.ts'

const FIRST_NAMES =
  'Abdi Achieng Agnes Aisha Akinyi Alex Alice Amina Anne Asha Athman Atieno Baraka Beatrice Benson Brian Caroline Catherine Chebet Chege Collins Cynthia Daniel David Dennis Diana Dorcas Edwin Elijah Elizabeth Emmanuel Esther Eunice Evans Faith Farida Fatuma Felix Francis Gathoni George Gladys Grace Halima Hassan Hellen Hussein Ian Ibrahim Imani Irene Jackline Jackson James Jane Janet Joan John Joseph Joy Juma Kelvin Kevin Khadija Kiprop Lilian Linda Lucy Lulu Mariam Martin Mary Maureen Mercy Michael Mohamed Moraa Moses Mutheu Mwende Nancy Naomi Neema Njeri Nyambura Omar Paul Peter Purity Rehema Rose Ruth Salim Samuel Sharon Stephen Susan Teresia Victor Wambui Wanjiku Winnie Yusuf Zainab Zawadi'.split(
    ' ',
  )
const LAST_NAMES =
  'Abdalla Achieng Adhiambo Akoth Ali Amollo Anyango Awuor Bakari Barasa Chebet Chepkoech Cherono Chirchir Ekai Gathogo Gitau Hamisi Jepkosgei Juma Kamau Karanja Kariuki Kerubo Khamis Kibet Kilonzo Kimani Kimutai Kipchumba Kiplagat Kiptoo Koech Korir Lekuton Lokwang Macharia Maina Makokha Masinde Mbugua Mohamed Momanyi Mugo Muli Mumbua Munyao Muriithi Musyoka Mutai Mutua Mutiso Mwangi Mwinyi Nabwire Naliaka Ndegwa Nekesa Ngugi Njoroge Njuguna Nkatha Noor Nyaga Nyambura Ochieng Odhiambo Oduor Ogola Okello Okoth Oloo Omar Omondi Onyango Opiyo Otieno Ouma Owino Rotich Ruto Said Saitoti Salim Simiyu Swaleh Tanui Too Wafula Waithera Wambua Wangari Wanjala Wanjiru Wanyama Wekesa Were Yegon'.split(
    ' ',
  )
const SONG_WORDS =
  'Achia Adui Afya Ahadi Akili Amani Amka Angani Ardhi Asali Asante Asubuhi Bahari Bahati Baraka Barabara Bendera Boda Bongo Busara Chakacha Chakula Chama Changa Cheza Chini Chozi Daima Dalili Damu Dansi Densi Dhahabu Dunia Elimu Fahari Fanya Faraja Fikra Fundi Furaha Ganda Gari Giza Haki Hamu Haraka Harusi Hasira Heri Heshima Hewa Hodi Huruma Imani Jahazi Jasho Jioni Jirani Jua Juhudi Jumapili Juu Kahawa Kamba Karibu Kasi Kaskazini Kelele Kesho Kicheko Kijana Kilele Kimya Kipenzi Kiu Kiuno Kivuli Kofia Kuche Kumbe Kupenda Kwaheri Leo Lulu Maajabu Machozi Madini Maisha Majani Malaika Mama Manukato Mapenzi Marafiki Mashua Matatu Matumaini Mawingu Mbio Mdundo Meli Milele Mirindimo Mitaa Mlima Moto Moyo Mpenzi Mrembo Msanii Mtaani Mtoto Muziki Mvua Mwamba Mwangaza Mwendo Mwezi Mzuka Nairobi Nchi Ndege Ndoto Ngoma Ngurumo Nyimbo Nyota Nyumbani Nzuri Pamoja Pendo Penzi Pepo Pesa Pole Polepole Pongezi Pumzi Pwani Radi Raha Rangi Roho Safari Salama Sauti Shangwe Sherehe Shida Shujaa Siku Simba Siri Subira Tabasamu Tamu Tarumbeta Tena Tulia Tumaini Twende Uhuru Ukweli Umoja Upepo Upendo Usiku Utamu Uzuri Vibe Wakati Wimbo Zawadi Ziwa'.split(
    ' ',
  )
const TOWNS = [...new Set([...dancers.map(({ town }) => town), ...counties])]
const MAILS = ['gmail.com', 'gmail.com', 'gmail.com', 'yahoo.com', 'outlook.com']

/** Pseudorandom and equal in each load. */
function drawn(turn: number, salt: number): number {
  const mixed = Math.imul(turn ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b)
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 8
}

const pick = (from: readonly string[], turn: number, salt: number) =>
  from[drawn(turn, salt) % from.length] ?? ''

/**
 * Realistic names. Searches use trigrams: with names that differ only by a number, any part would match
 * everybody.
 */
export function namesOf(many: number) {
  return Array.from({ length: many }, (_, turn) => {
    const [first, last] = [pick(FIRST_NAMES, turn, 1), pick(LAST_NAMES, turn, 2)]
    // One of four people lives in the capital.
    const town = drawn(turn, 8) % 4 === 0 ? 'Nairobi' : pick(TOWNS, turn, 3)
    const joined = pick([`${first}${last}`, `${first}_${last}`, `${last}.${first}`], turn, 6)
    const username = `${joined.toLowerCase()}${turn}`
    const display = drawn(turn, 4) % 3 === 0 ? `${first} wa ${town}` : `${first} ${last}`
    const email = `${username}@${pick(MAILS, turn, 5)}`
    const looks = { look: lookOf(username), displayLook: lookOf(display) }
    return { turn, username, email, first, last, display, town, county: countyOf(town), ...looks }
  })
}

/** SQL of a title with so many words. @param turn SQL of a number, different for each title */
export function titleSql(turn: string, words: number): string {
  const array = `'{${SONG_WORDS.join(',')}}'::text[]`
  const word = (salt: number) =>
    `(${array})[1 + abs(hashint8extended((${turn})::int8, ${salt}) % ${SONG_WORDS.length})]`
  return Array.from({ length: words }, (_, place) => word(place + 1)).join(` || ' ' || `)
}
