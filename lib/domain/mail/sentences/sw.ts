import type { Sentences } from '../schema.ts'
import type { TemplateName } from '../templates.ts'
import { peopleSentences } from './people-sw.ts'

export const sentences: Record<TemplateName, Sentences> = {
  ...peopleSentences,
  verify_email: {
    subject: 'Thibitisha barua pepe yako ya Ngoma',
    heading: 'Karibu! Imebaki hatua moja',
    body: [
      'Thibitisha kwamba anwani hii ni yako, kisha uingie. Kiungo kinafanya kazi mara moja tu, kwa saa 24.',
    ],
    button: 'Thibitisha barua pepe',
    after: ['Hukufungua akaunti ya Ngoma? Puuza barua pepe hii, na hakuna atakayeingia.'],
  },
  reset_password: {
    subject: 'Chagua nenosiri jipya la Ngoma',
    heading: 'Chagua nenosiri jipya',
    body: [
      'Kuna mtu aliyeomba nenosiri jipya la akaunti yako. Kiungo kinafanya kazi mara moja tu, kwa saa 1.',
    ],
    button: 'Chagua nenosiri',
    after: ['Si wewe? Huhitaji kufanya chochote. Nenosiri lako halitabadilika.'],
  },
  staff_invited: {
    subject: 'Umealikwa kwenye dawati la Ngoma',
    heading: 'Karibu kwenye dawati, {name}',
    body: [
      'Tumekufungulia akaunti ili usaidie kuendesha shindano. Chagua nenosiri, kisha uingie. Kiungo kinafanya kazi mara moja tu, kwa siku 3.',
    ],
    button: 'Chagua nenosiri',
    after: [
      'Muda wa kiungo umekwisha? Chagua “Umesahau nenosiri?” kwenye ukurasa wa kuingia ili upate kipya.',
    ],
  },
  password_changed: {
    subject: 'Nenosiri lako la Ngoma limebadilishwa',
    heading: 'Nenosiri lako limebadilishwa',
    body: [
      'Nenosiri lako limebadilishwa, na akaunti yako imetoka kwenye vifaa vyote. Kama ni wewe, huhitaji kufanya chochote.',
      'Kama si wewe, chagua nenosiri jipya sasa.',
    ],
    button: 'Chagua nenosiri jipya',
  },
  second_factor_reset_asked: {
    subject: 'Kuna ombi la kuweka upya programu yako ya uthibitishaji ya Ngoma',
    heading: 'Uliomba programu yako ya uthibitishaji iwekwe upya?',
    body: [
      'Msimamizi mkuu ameomba programu yako ya uthibitishaji iwekwe upya. Itaendelea kufanya kazi hadi msimamizi mkuu mwingine athibitishe.',
      'Hukuomba hili? Wajulishe wasimamizi wakuu sasa hivi, ili asiwepo atakayethibitisha.',
    ],
    button: 'Ingia',
  },
  second_factor_reset: {
    subject: 'Programu yako ya uthibitishaji ya Ngoma imewekwa upya',
    heading: 'Weka tena programu yako ya uthibitishaji',
    body: [
      'Programu yako ya uthibitishaji imewekwa upya, na akaunti yako imetoka kwenye vifaa vyote. Programu ya zamani na misimbo yake ya akiba havifanyi kazi tena.',
      'Ingia kwa nenosiri lako na uweke programu tena. Hukuomba hili? Wajulishe wasimamizi wakuu sasa hivi.',
    ],
    button: 'Ingia',
  },
  account_deactivated: {
    subject: 'Akaunti yako ya Ngoma imesimamishwa',
    heading: 'Akaunti yako imesimamishwa',
    body: [
      'Msimamizi mkuu amesimamisha akaunti yako kwa sababu iliyo hapa chini. Akaunti yako imetoka kwenye vifaa vyote na huwezi kuingia. Video zako hazishiriki tena mwezi huu.',
      'Pesa zilizo kwenye pochi yako bado ni zako. Je, ni kosa? Jibu barua pepe hii.',
    ],
    button: 'Soma maswali na majibu',
  },
  account_activated: {
    subject: 'Akaunti yako ya Ngoma inafanya kazi tena',
    heading: 'Karibu tena, {name}',
    body: [
      'Akaunti yako inafanya kazi tena, na unaweza kuingia. Ikiwa una video za mwezi huu, wasifu wako unaonyesha zilizorudi kwenye shindano.',
    ],
    button: 'Ingia',
  },
  account_deleted: {
    subject: 'Akaunti yako ya Ngoma imefutwa',
    heading: 'Akaunti yako imefutwa',
    body: [
      'Tumefuta jina lako, barua pepe, vitambulisho na picha yako, na umeondolewa kwenye akaunti katika vifaa vyote. Malipo yako yanabaki kwenye vitabu vyetu bila jina lako.',
      'Karibu tena wakati wowote. Unaweza kutumia anwani hii kufungua akaunti mpya.',
    ],
    button: 'Tazama densi',
    after: [
      'Si wewe uliyeifuta? Basi kuna mtu aliyejua nenosiri lako. Libadilishe popote pengine unapolitumia.',
    ],
  },
  account_exists: {
    subject: 'Tayari una akaunti ya Ngoma',
    heading: 'Tayari una akaunti',
    body: [
      'Kuna mtu aliyejaribu kufungua akaunti kwa anwani hii, ambayo tayari ina akaunti. Hakuna kilichobadilishwa. Kama ni wewe, ingia, au chagua nenosiri jipya kama umesahau lako.',
    ],
    button: 'Ingia',
    after: ['Si wewe? Huhitaji kufanya chochote. Hakuna atakayeingia.'],
  },
  account_active: {
    subject: 'Unaweza kuingia Ngoma',
    heading: 'Akaunti yako iko tayari',
    body: [
      'Kuna mtu aliyeangalia hali ya akaunti yako. Inatumika na barua pepe yako imethibitishwa, kwa hivyo unaweza kuingia. Kama umesahau nenosiri, chagua “Umesahau nenosiri?” kwenye ukurasa wa kuingia.',
    ],
    button: 'Ingia',
    after: ['Si wewe? Huhitaji kufanya chochote. Hatukumwambia mtu mwingine.'],
  },
  account_inactive: {
    subject: 'Akaunti yako ya Ngoma haifanyi kazi',
    heading: 'Akaunti yako haifanyi kazi',
    body: [
      'Kuna mtu aliyeangalia hali ya akaunti yako. Haifanyi kazi kwa sasa, kwa hivyo hakuna anayeweza kuingia. Je, ni kosa? Jibu barua pepe hii.',
    ],
    button: 'Soma maswali na majibu',
    after: ['Si wewe? Huhitaji kufanya chochote. Hatukumwambia mtu mwingine.'],
  },
  account_unverified: {
    subject: 'Thibitisha barua pepe yako ili utumie Ngoma',
    heading: 'Imebaki hatua moja',
    body: [
      'Kuna mtu aliyeangalia hali ya akaunti yako. Barua pepe yako bado haijathibitishwa. Ingia kwa nenosiri lako, nasi tutakutumia kiungo kipya.',
    ],
    button: 'Ingia',
    after: ['Hukufungua akaunti ya Ngoma? Puuza barua pepe hii, na hakuna atakayeingia.'],
  },
  kyc_approved: {
    subject: 'Utambulisho wako umeidhinishwa',
    heading: 'Umethibitishwa, {name}',
    body: [
      'Utambulisho wako umeidhinishwa, na unaweza kutumia pochi yako. Wachezaji sasa wanaweza kujiunga na shindano la mwezi, na wanamuziki wanaweza kupakia nyimbo zao.',
    ],
    button: 'Fungua wasifu wangu',
  },
  kyc_rejected: {
    subject: 'Utambulisho wako unahitaji marekebisho',
    heading: 'Imebaki hatua moja, {name}',
    body: [
      'Bado hatujaweza kuidhinisha utambulisho wako. Rekebisha tulichoweka alama hapa chini, kisha uuwasilishe tena.',
    ],
    button: 'Rekebisha na uwasilishe',
  },
  kyc_document_unreadable: {
    subject: 'Hati moja ya utambulisho wako haifunguki',
    heading: 'Tafadhali pakia hati moja tena, {name}',
    body: [
      'Hati iliyo hapa chini haifunguki, kwa hivyo bado hatuwezi kukagua utambulisho wako. Fungua fomu yako, chagua faili nyingine, kisha uwasilishe fomu tena.',
    ],
    button: 'Chagua faili nyingine',
  },
  track_approved: {
    subject: 'Umeidhinishwa: {title}',
    heading: 'Wimbo wako umeidhinishwa',
    body: [
      '“{title}” umeidhinishwa. Wachezaji sasa wanaweza kuupata, nawe unapata KES 15 kwa kila kura ya video zao.',
    ],
    button: 'Fungua dashibodi yangu',
  },
  track_rejected: {
    subject: 'Haukuidhinishwa: {title}',
    heading: 'Wimbo wako haukuidhinishwa',
    body: ['Hatuwezi kuupokea “{title}” ulivyo sasa. Unaweza kuufuta na kupakia wimbo mwingine.'],
    button: 'Fungua dashibodi yangu',
  },
  video_approved: {
    subject: 'Video yako iko hewani: {title}',
    heading: 'Uko hewani, {name}',
    body: ['“{title}” imeidhinishwa na inaweza kupigiwa kura. Isambaze: unapata KES 15 kwa kila kura.'],
    button: 'Tazama video yangu',
  },
  video_rejected: {
    subject: 'Haikuidhinishwa: {title}',
    heading: 'Video yako haikuidhinishwa',
    body: [
      'Hatuwezi kuipokea “{title}” ilivyo sasa. Unaweza kuwasilisha video nyingine kabla ya kuwasilisha kufungwa.',
    ],
    button: 'Wasilisha video nyingine',
  },
  official_video_approved: {
    subject: 'Video yako iko hewani: {title}',
    heading: 'Video yako iko hewani, {name}',
    body: ['“{title}” imeidhinishwa na inaonyeshwa pamoja na densi za wimbo wako.'],
    button: 'Tazama video yangu',
  },
  official_video_rejected: {
    subject: 'Haikuidhinishwa: {title}',
    heading: 'Video yako haikuidhinishwa',
    body: ['Hatuwezi kuionyesha “{title}” ilivyo sasa. Unaweza kuwasilisha video nyingine.'],
    button: 'Fungua dashibodi yangu',
  },
  subscription_paid: {
    subject: 'Umejiunga: {challenge}',
    heading: 'Umejiunga, {name}',
    body: ['Umelipia {challenge}. Nyimbo zako tatu zinakuja na barua pepe ijayo.'],
    button: 'Nenda kwenye nyimbo zangu',
  },
  tracks_assigned: {
    subject: 'Nyimbo zako za {challenge}',
    heading: 'Nyimbo zako zimefika',
    body: ['Sikiliza, cheza, kisha uwasilishe video moja ya YouTube kwa kila wimbo.'],
    button: 'Sikiliza sasa',
  },
  submission_closes: {
    subject: 'Kesho ni siku ya mwisho: {challenge}',
    heading: 'Kesho ni siku ya mwisho, {name}',
    body: [
      'Unaweza kuwasilisha video za {challenge} hadi kesho saa {time}, saa za Nairobi. Nyimbo zako ambazo bado hazina video: {missing}.',
    ],
    button: 'Wasilisha video zangu',
  },
  votes_yesterday: {
    subject: 'Kura zako za jana: {votes}',
    heading: 'Kura zako za jana: {votes}',
    body: ['Hizi ndizo kura ambazo video zako zilipata jana. Sambaza kiungo chako leo ili upate nyingine.'],
    button: 'Tazama video yangu',
  },
  rank_entered: {
    subject: 'Uko kwenye 20 bora: nafasi ya {to}',
    heading: 'Nafasi ya {to}, {name}!',
    body: ['Sasa uko kwenye 20 bora ya {challenge}, nafasi ya {to}.'],
    button: 'Tazama video yangu',
  },
  rank_gained: {
    subject: 'Umepanda kutoka nafasi ya {from} hadi ya {to}',
    heading: 'Umepanda hadi nafasi ya {to}, {name}',
    body: ['Ulikuwa nafasi ya {from} ya {challenge}. Sasa uko nafasi ya {to}.'],
    button: 'Tazama video yangu',
  },
  rank_lost: {
    subject: 'Umeshuka kutoka nafasi ya {from} hadi ya {to}',
    heading: 'Sasa uko nafasi ya {to}',
    body: [
      'Ulikuwa nafasi ya {from} ya {challenge}. Sasa uko nafasi ya {to}. Sambaza video yako ili upande tena.',
    ],
    button: 'Tazama video yangu',
  },
  rank_left: {
    subject: 'Umetoka kwenye 20 bora',
    heading: 'Umetoka kwenye 20 bora',
    body: ['Ulikuwa nafasi ya {from} ya {challenge}, na wengine wamekupita. Sambaza video yako ili urudi.'],
    button: 'Tazama msimamo',
  },
  month_result: {
    subject: '{challenge}: umemaliza nafasi ya {rank}',
    heading: 'Nafasi ya {rank}, {name}',
    body: [
      'Kura za {challenge} zimehesabiwa. Umemaliza nafasi ya {rank}. Kura zako: {votes}. Asante kwa kucheza!',
    ],
    button: 'Tazama matokeo',
  },
  news: {
    subject: 'Arifa mpya: {count}',
    heading: 'Habari mpya, {name}',
    body: ['Zote ziko hapa kwenye barua pepe moja. Unazipata pia kwenye kengele ya Ngoma.'],
    button: 'Fungua arifa zangu',
  },
  follow_asked: {
    subject: 'Je, tukujulishe matokeo ya {challenge}?',
    heading: 'Je, tukujulishe matokeo?',
    body: [
      'Kuna mtu aliyetuomba tukutumie matokeo ya {challenge}. Thibitisha, nasi tutakutumia barua pepe moja tu, matokeo yakitoka.',
    ],
    button: 'Ndiyo, nijulishe',
    after: ['Si wewe? Huhitaji kufanya chochote. Hatutakutumia barua pepe nyingine.'],
  },
  result_is_there: {
    subject: 'Matokeo ya {challenge} yametoka',
    heading: 'Matokeo yametoka',
    body: [
      'Kura za {challenge} zimehesabiwa. Tazama nani ameshinda.',
      'Hii ndiyo barua pepe yetu pekee kuhusu matokeo haya. Tumefuta anwani yako.',
    ],
    button: 'Tazama matokeo',
  },
  prize_won: {
    subject: 'Umeshinda {amount}: nafasi ya {rank} ya {challenge}',
    heading: 'Nafasi ya {rank}, {name}!',
    body: ['Kura za {challenge} zimehesabiwa, na umeshinda {amount}. Tuzo yako iko kwenye pochi yako.'],
    button: 'Tazama matokeo',
  },
  royalty_paid: {
    subject: 'Mirabaha yako ya {challenge}: {amount}',
    heading: 'Mirabaha yako iko kwenye pochi',
    body: [
      '{challenge} limefungwa. Sehemu yako ya ada za mwezi iko kwenye pochi yako. Taarifa inaonyesha jinsi tulivyoihesabu.',
    ],
    button: 'Fungua taarifa yangu',
  },
  month_report: {
    subject: 'Ripoti ya mwezi: {challenge}',
    heading: 'Vitabu vya {challenge}',
    body: [
      '{challenge} limefungwa. Ripoti yake imeambatishwa kama PDF na CSV: salio, mapato, tuzo, mirabaha, gharama, kodi na malipo yaliyotoka.',
    ],
    button: 'Fungua ripoti',
    after: [
      'Msimamizi mkuu aliongeza anwani yako kwenye orodha ya wanaopata ripoti hii, na anaweza kuiondoa.',
    ],
  },
  withdrawal_requested: {
    subject: 'Ombi lako la kutoa {amount}',
    heading: 'Kuna ombi la kutoa {amount}',
    body: [
      'Tutatuma pesa M-PESA siku ya kazi inayofuata; kwa nambari ambayo ni mpya hapa, baada ya angalau saa 24. Kama ni wewe, huhitaji kufanya chochote.',
    ],
    button: 'Ghairi ombi hili',
    after: [
      'Unaweza kulighairi hadi tutakapotuma pesa. Si wewe? Lighairi sasa, kisha uchague nenosiri jipya.',
    ],
  },
  withdrawal_paid: {
    subject: 'Umelipwa {amount} ulizotoa',
    heading: 'Pesa zako ziko M-PESA',
    body: ['M-PESA imethibitisha kwamba umelipwa {amount} ulizotoa.'],
    button: 'Fungua pochi yangu',
  },
  withdrawal_failed: {
    subject: 'Ombi lako la kutoa {amount} halikufaulu',
    heading: 'Ombi la kutoa pesa halikufaulu',
    body: [
      'M-PESA haikulipa {amount} ulizotaka kutoa. Huenda nambari haiwezi kupokea kiasi hicho leo. Pesa zimerudi kwenye pochi yako. Angalia nambari, kisha ujaribu tena.',
    ],
    button: 'Fungua pochi yangu',
  },
  payouts_need_people: {
    subject: 'Kuna ombi la kutoa pesa au marejesho ya kutatua',
    heading: 'Ombi la kutoa pesa au marejesho ya kutatua',
    body: ['Msimamizi mkuu anahitaji kutatua hili. Kesi inaonyesha yote yanayojulikana kulihusu.'],
    button: 'Fungua kesi',
  },
  dispute_opened: {
    subject: 'Tunachunguza malipo yako ({reference})',
    heading: 'Tunachunguza malipo yako',
    body: [
      'Asante kwa kutujulisha. Ombi lako lina nambari {reference}. Tutajibu ndani ya siku tatu.',
      'Fuatilia ombi lako kwa kitufe kilicho hapa chini. Usimpe mtu mwingine kiungo hiki: mwenye nacho anaweza kusoma ombi lako.',
    ],
    button: 'Fuatilia ombi langu',
  },
  dispute_answered: {
    subject: 'Jibu letu kuhusu malipo yako ({reference})',
    heading: 'Jibu letu kuhusu malipo yako',
    body: ['Timu yetu imejibu ombi lako {reference}:'],
    button: 'Fuatilia ombi langu',
  },
  dispute_resolved: {
    subject: 'Ombi lako kuhusu malipo limetatuliwa ({reference})',
    heading: 'Ombi lako limetatuliwa',
    body: ['Timu yetu imetatua ombi lako {reference}. Ukurasa wake unaonyesha yaliyotokea kwa malipo.'],
    button: 'Fungua ombi langu',
  },
  dispute_declined: {
    subject: 'Ombi lako kuhusu malipo limefungwa ({reference})',
    heading: 'Ombi lako limefungwa bila mabadiliko',
    body: [
      'Timu yetu imekagua ombi lako {reference} na kulifunga bila kubadilisha malipo. Ukurasa wake unaonyesha ujumbe wetu.',
    ],
    button: 'Fungua ombi langu',
  },
  signal_escalated: {
    subject: 'Afisa amepeleka dalili kwa wasimamizi wakuu',
    heading: 'Dalili inahitaji msimamizi mkuu',
    body: [
      'Afisa amepeleka kwenu dalili kuhusu zawadi za “{video}”. Kagua zawadi hizo, amua la kufanya, na uandike ulichopata.',
    ],
    button: 'Fungua dalili',
  },
  system_alerts: {
    subject: 'Ngoma inahitaji kuangaliwa',
    heading: 'Kuna hitilafu',
    body: [
      'Hitilafu hizi zilianza saa zilizo hapa chini, saa za Nairobi. Ukurasa wa hali ya mfumo unaeleza maana ya kila moja na la kufanya.',
    ],
    button: 'Fungua hali ya mfumo',
    after: [
      'Unachagua tahadhari zinazotumwa kwenye ukurasa wa hali ya mfumo. Kila aina hutumwa si zaidi ya mara moja kwa saa, na mara moja tena inapokwisha.',
    ],
  },
  system_alerts_over: {
    subject: 'Ngoma: hitilafu zimekwisha',
    heading: 'Hitilafu hizi zimekwisha',
    body: ['Zilikwisha saa zilizo hapa chini, saa za Nairobi.'],
    button: 'Fungua hali ya mfumo',
  },
  balance_difference: {
    subject: 'Salio la M-PESA ni tofauti na vitabu vyetu',
    heading: 'Salio la M-PESA ni tofauti na vitabu vyetu',
    body: [
      'Mara mbili mfululizo, akaunti moja ya M-PESA ilikuwa na salio tofauti na leja yetu. Malipo yanayoendelea tayari yamehesabiwa.',
      'Ikiwa pesa zilihamishwa nje ya Ngoma, andika jarida kwenye Vitabu.',
    ],
    button: 'Fungua tofauti',
  },
}
