import type { Sentences } from '../schema.ts'
import type { TemplateName } from '../templates.ts'

export const peopleSentences = {
  identity_revoked: {
    subject: 'Utambulisho wako haujaidhinishwa tena',
    heading: 'Tafadhali wasilisha utambulisho wako tena, {name}',
    body: [
      'Tumebatilisha idhini ya utambulisho wako kwa sababu iliyo hapa chini.',
      'Hadi uidhinishwe tena, huwezi kutoa pesa, kuweka pesa, kujiunga, wala kuwasilisha video na nyimbo. Maombi ya kutoa pesa ambayo hatujatuma yanasubiri. Pesa zilizo kwenye pochi yako bado ni zako.',
    ],
    button: 'Rekebisha na uwasilishe',
  },
  withdrawals_frozen: {
    subject: 'Kutoa pesa kwenye pochi yako ya Ngoma kumesitishwa',
    heading: 'Kutoa pesa kumesitishwa kwa sasa, {name}',
    body: [
      'Tunakagua akaunti yako. Hadi tumalize, huwezi kutoa pesa, na maombi ambayo hatujatuma yanasubiri.',
      'Pesa zilizo kwenye pochi yako bado ni zako, na bado unapata mapato. Tutakujulisha kwa barua pepe utakapoweza kutoa pesa tena.',
    ],
    button: 'Fungua pochi yangu',
  },
  withdrawals_unfrozen: {
    subject: 'Unaweza kutoa pesa kwenye pochi yako ya Ngoma tena',
    heading: 'Unaweza kutoa pesa tena, {name}',
    body: ['Tumemaliza kukagua akaunti yako. Tutatuma maombi yaliyosubiri siku ya kazi inayofuata.'],
    button: 'Fungua pochi yangu',
  },
  letter_payment: {
    subject: 'Kuhusu malipo yako ya Ngoma',
    heading: 'Kuhusu malipo yako, {name}',
    body: ['Tumeyaangalia malipo yako:'],
    button: 'Fungua Ngoma',
    after: ['Hatuombi kamwe PIN yako ya M-PESA wala nenosiri lako.'],
  },
  letter_withdrawal: {
    subject: 'Kuhusu ombi lako la kutoa pesa kwenye Ngoma',
    heading: 'Kuhusu ombi lako la kutoa pesa, {name}',
    body: ['Tumeliangalia ombi lako la kutoa pesa:'],
    button: 'Fungua pochi yangu',
    after: ['Hatuombi kamwe PIN yako ya M-PESA wala nenosiri lako.'],
  },
  letter_identity: {
    subject: 'Kuhusu utambulisho wako wa Ngoma',
    heading: 'Kuhusu utambulisho wako, {name}',
    body: ['Tumeuangalia utambulisho wako:'],
    button: 'Fungua utambulisho wangu',
    after: ['Pakia hati kwenye ukurasa unaofunguliwa na kitufe hiki tu. Usizitume kamwe kwa barua pepe.'],
  },
  letter_account: {
    subject: 'Kuhusu akaunti yako ya Ngoma',
    heading: 'Kuhusu akaunti yako, {name}',
    body: ['Tuna ujumbe kuhusu akaunti yako:'],
    button: 'Fungua wasifu wangu',
    after: ['Hatuombi kamwe PIN yako ya M-PESA wala nenosiri lako.'],
  },
  letter_video: {
    subject: 'Kuhusu video au wimbo wako wa Ngoma',
    heading: 'Kuhusu video au wimbo wako, {name}',
    body: ['Tumeiangalia kazi yako:'],
    button: 'Fungua wasifu wangu',
  },
  votes_held: {
    subject: 'Tunakagua kura za “{title}”',
    heading: 'Tunakagua baadhi ya kura zako',
    body: [
      'Baadhi ya malipo ya “{title}” si ya kawaida. Tunapoyakagua, kura {votes} hazihesabiwi, na sehemu yako ya malipo hayo imeshikiliwa.',
      'Huhitaji kufanya chochote. Tutakuandikia tukishaamua.',
    ],
    button: 'Tazama video yangu',
  },
  votes_released: {
    subject: 'Kura zako za “{title}” zinahesabiwa tena',
    heading: 'Kura zako zinahesabiwa tena',
    body: [
      'Tumekagua malipo: kura {votes} za “{title}” zinahesabiwa tena, na sehemu yako iko kwenye pochi yako.',
    ],
    button: 'Tazama video yangu',
  },
  votes_sent_back: {
    subject: 'Kura za “{title}” hazihesabiwi tena',
    heading: 'Baadhi ya kura zako hazihesabiwi tena',
    body: [
      'Malipo ya “{title}” yalivunja kanuni za shindano. Kura {votes} hazihesabiwi tena, na tunawarudishia pesa waliolipa. Sehemu yako ya pesa hizo imeondolewa kwenye pochi yako.',
      'Je, ni kosa? Jibu barua pepe hii, na timu yetu itaangalia tena.',
    ],
    button: 'Tazama video yangu',
  },
} as const satisfies Partial<Record<TemplateName, Sentences>>
