import { type Language, languages } from '../mpesa/words.ts'
import type { Call } from '../server.ts'
import { type Html, html } from './html.ts'

const en = {
  simulator: 'M-PESA simulator',
  handsetOf: 'Handset of',
  connecting: 'Connecting…',
  balance: 'M-PESA balance',
  deposit: 'Deposit',
  dial: 'Dial',
  messages: 'Messages from MPESA',
  noMessages: 'Nothing yet. Ask for a payment on the site and the prompt appears here.',
  noMoney:
    'No money moves here. While this page is open, you answer this phone’s prompts. Close it and they are {automatic}.',
  accepted: 'accepted by themselves after {seconds} s',
  leftToRunOut: 'left to run out',
  anyPin: 'Any four digits are a right PIN; 0000 is a wrong one.',
  allPhones: 'All phones and outcomes',
  enterPin: 'Enter M-PESA PIN',
  pinPad: 'PIN pad',
  deleteDigit: 'Delete the last digit',
  cancel: 'Cancel',
  send: 'Send',
  endsIn: 'Ends in {seconds} s',
  letRunOut: 'Let it run out now',
  reply: 'Reply',
  business: 'Business number',
  account: 'Account number',
  amount: 'Amount in KES',
  pin: 'M-PESA PIN',
  wholeShillings: 'Whole shillings',
  fourDigits: 'Four digits',
  needsScript: 'This handset needs JavaScript.',
  nothingReal: 'Nothing here is real money',
  asDaraja:
    'It answers as Safaricom’s Daraja does. Open a phone to answer its prompts yourself; phones that nobody looks at answer by themselves.',
  openPhone: 'Open a phone',
  phoneNumber: 'Phone number',
  open: 'Open',
  merchantsAccounts: 'The merchant’s accounts',
  working: 'Working account',
  utility: 'Utility account',
  transactions: 'Transactions',
  book: 'The whole book as JSON',
  deliveries: 'Callbacks sent',
  requests: 'Requests received',
  settings: 'Settings',
  endings: 'What a number’s last four digits do',
  endingsTable: 'Table of endings',
  endsWith: 'Ends in',
  name: 'Name',
  whatHappens: 'What happens',
  usedFor: 'For',
  prompts: 'prompts',
  payouts: 'payouts',
  asksForPin: 'asks for a PIN',
  noPhone: 'That is no Kenyan mobile number: try 0712 345 678.',
  promptOver: 'This prompt is over.',
  noUssd: 'Nobody answers USSD here.',
  badBusiness: 'A business number has five to seven digits.',
  badAccount: 'The account number is missing.',
  badFields: 'Something is missing, or is not as it should be.',
  tooMuchMoney: 'The phone would hold more than M-PESA allows.',
  // For the handset's script.
  failed: 'That did not work.',
  noService: 'No service',
  typeFour: 'Type four digits.',
  sent: 'Sent. The message is on its way.',
  deposited: 'The agent put KES 10,000 on this phone.',
  running: 'USSD code running…',
  ok: 'OK',
}

export type PageWords = Record<keyof typeof en, string>

const sw: PageWords = {
  simulator: 'Kiigizi cha M-PESA',
  handsetOf: 'Simu ya',
  connecting: 'Inaunganisha…',
  balance: 'Salio la M-PESA',
  deposit: 'Weka',
  dial: 'Piga',
  messages: 'Ujumbe kutoka MPESA',
  noMessages: 'Bado hakuna. Omba malipo kwenye tovuti na ombi litaonekana hapa.',
  noMoney:
    'Hakuna pesa halisi hapa. Ukurasa huu ukiwa wazi, wewe ndiye unayejibu maombi ya simu hii. Ukiufunga, {automatic}.',
  accepted: 'yanakubaliwa yenyewe baada ya sekunde {seconds}',
  leftToRunOut: 'yanaachwa yaishe muda',
  anyPin: 'Tarakimu zozote nne ni PIN sahihi; 0000 si sahihi.',
  allPhones: 'Simu zote na matokeo',
  enterPin: 'Weka PIN ya M-PESA',
  pinPad: 'Vitufe vya PIN',
  deleteDigit: 'Futa tarakimu ya mwisho',
  cancel: 'Ghairi',
  send: 'Tuma',
  endsIn: 'Linaisha baada ya sekunde {seconds}',
  letRunOut: 'Liache liishe sasa',
  reply: 'Jibu',
  business: 'Nambari ya biashara',
  account: 'Nambari ya akaunti',
  amount: 'Kiasi kwa KES',
  pin: 'PIN ya M-PESA',
  wholeShillings: 'Shilingi kamili',
  fourDigits: 'Tarakimu nne',
  needsScript: 'Simu hii inahitaji JavaScript.',
  nothingReal: 'Hakuna pesa halisi hapa',
  asDaraja:
    'Hujibu kama Daraja ya Safaricom. Fungua simu ili ujibu maombi yake mwenyewe; simu ambazo hakuna anayezitazama hujibu zenyewe.',
  openPhone: 'Fungua simu',
  phoneNumber: 'Nambari ya simu',
  open: 'Fungua',
  merchantsAccounts: 'Akaunti za biashara',
  working: 'Akaunti ya Working',
  utility: 'Akaunti ya Utility',
  transactions: 'Miamala',
  book: 'Kitabu chote kwa JSON',
  deliveries: 'Majibu yaliyotumwa',
  requests: 'Maombi yaliyopokelewa',
  settings: 'Mipangilio',
  endings: 'Tarakimu nne za mwisho za nambari hufanya nini',
  endingsTable: 'Jedwali la tarakimu za mwisho',
  endsWith: 'Inaishia',
  name: 'Jina',
  whatHappens: 'Kinachotokea',
  usedFor: 'Kwa',
  prompts: 'maombi',
  payouts: 'kutoa pesa',
  asksForPin: 'inaomba PIN',
  noPhone: 'Hiyo si nambari ya simu ya Kenya: jaribu 0712 345 678.',
  promptOver: 'Ombi hili limekwisha.',
  noUssd: 'Hakuna anayejibu USSD hapa.',
  badBusiness: 'Nambari ya biashara ina tarakimu tano hadi saba.',
  badAccount: 'Nambari ya akaunti haipo.',
  badFields: 'Kuna kitu kinakosekana, au hakiko sawa.',
  tooMuchMoney: 'Simu ingekuwa na pesa zaidi ya M-PESA inavyoruhusu.',
  failed: 'Haikufaulu.',
  noService: 'Hakuna mtandao',
  typeFour: 'Andika tarakimu nne.',
  sent: 'Imetumwa. Ujumbe uko njiani.',
  deposited: 'Wakala ameweka KES 10,000 kwenye simu hii.',
  running: 'Msimbo wa USSD unaendelea…',
  ok: 'Sawa',
}

const words: Record<Language, PageWords> = { en, sw }
const ownNames: Record<Language, string> = { en: 'English', sw: 'Kiswahili' }

export function wordsOf(language: Language): PageWords {
  return words[language]
}

export function scriptWords(language: Language): Partial<PageWords> {
  const { failed, noService, typeFour, sent, deposited, running, cancel, ok } = words[language]
  return { failed, noService, typeFour, sent, deposited, running, cancel, ok }
}

/** Returns the language of `?lang=sw`, the product's `locale` cookie, the browser, or English. */
export function languageOf({ query, headers }: Pick<Call, 'query' | 'headers'>): Language {
  const cookie = /(?:^|;\s*)locale=(\w+)/.exec(headers.cookie ?? '')?.[1]
  const first = headers['accept-language']?.slice(0, 2).toLowerCase()
  const wishes = [query.get('lang'), cookie, first]
  for (const wish of wishes) {
    const known = languages.find((language) => language === wish)
    if (known) return known
  }
  return 'en'
}

export function languageLinks(now: Language): Html {
  return html`<nav class="languages" aria-label="English, Kiswahili">${languages.map(
    (language) =>
      html`<a href="?lang=${language}" lang="${language}" hreflang="${language}"${
        language === now ? html` aria-current="true"` : ''
      }>${ownNames[language]}</a>`,
  )}</nav>`
}
