import type { Sentences } from '../schema.ts'
import type { TemplateName } from '../templates.ts'
import { peopleSentences } from './people-sw.ts'

export const sentences: Record<TemplateName, Sentences> = {
  ...peopleSentences,
  verify_email: {
    subject: 'Thibitisha barua pepe yako ya Ngoma',
    heading: 'Karibu! Imebaki hatua moja',
    body: [
      'Thibitisha kwamba anwani hii ni yako, kisha utaweza kuingia. Kiungo kinafanya kazi mara moja tu, kwa saa 24.',
    ],
    button: 'Thibitisha barua pepe',
    after: ['Hukufungua akaunti ya Ngoma? Usibonyeze kitufe, na hakuna atakayeingia.'],
  },
  reset_password: {
    subject: 'Chagua nenosiri jipya la Ngoma',
    heading: 'Chagua nenosiri jipya',
    body: ['Kuna aliyeomba nenosiri jipya la akaunti yako. Kiungo kinafanya kazi mara moja tu, kwa saa 1.'],
    button: 'Chagua nenosiri',
    after: ['Si wewe? Basi huna la kufanya: nenosiri lako halibadiliki.'],
  },
  staff_invited: {
    subject: 'Umealikwa kufanya kazi kwenye dawati la Ngoma',
    heading: 'Karibu kwenye dawati, {name}',
    body: [
      'Akaunti imefunguliwa kwa ajili yako, ya kukagua na kusimamia shindano. Chagua nenosiri lake kisha uingie. Kiungo kinafanya kazi mara moja, kwa siku 3.',
    ],
    button: 'Chagua nenosiri',
    after: ['Umechelewa? “Umesahau nenosiri?” kwenye ukurasa wa kuingia itakutumia kiungo kipya.'],
  },
  password_changed: {
    subject: 'Nenosiri lako la Ngoma limebadilishwa',
    heading: 'Nenosiri lako limebadilishwa',
    body: [
      'Nenosiri lako ni jipya kuanzia sasa, na vifaa vyote vimeondolewa kwenye akaunti. Ni wewe? Basi yote ni sawa.',
      'Si wewe? Rudisha akaunti yako kwa nenosiri lako mwenyewe.',
    ],
    button: 'Si mimi',
  },
  second_factor_reset_asked: {
    subject: 'Imeombwa programu yako ya uthibitishaji ya Ngoma ifutwe',
    heading: 'Je, programu yako ya uthibitishaji ifutwe?',
    body: [
      'Msimamizi mkuu ameomba programu yako ya uthibitishaji ifutwe. Itafutwa msimamizi mkuu mwingine akikubali; hadi hapo programu yako inafanya kazi kama kawaida.',
      'Hukuomba hili? Wajulishe wasimamizi wakuu mara moja, ili asiwepo atakayekubali.',
    ],
    button: 'Ingia',
  },
  second_factor_reset: {
    subject: 'Programu yako ya uthibitishaji ya Ngoma imefutwa',
    heading: 'Weka tena programu yako ya uthibitishaji',
    body: [
      'Programu yako ya uthibitishaji imefutwa, na vifaa vyote vimeondolewa kwenye akaunti. Programu ya zamani na misimbo yake ya akiba havifanyi kazi tena.',
      'Ingia kwa nenosiri lako na uweke programu mpya. Hukuomba hili? Wajulishe wasimamizi wakuu mara moja.',
    ],
    button: 'Ingia',
  },
  account_deactivated: {
    subject: 'Akaunti yako ya Ngoma imesimamishwa',
    heading: 'Akaunti yako imesimamishwa',
    body: [
      'Msimamizi mkuu amesimamisha akaunti yako kwa sababu iliyo hapa chini. Umeondolewa kwenye vifaa vyote na huwezi kuingia, na video zako zimetolewa kwenye mwezi huu.',
      'Pesa zilizo kwenye pochi yako bado ni zako. Ikiwa ilikuwa kosa, msimamizi mkuu anaweza kuifungua tena akaunti yako.',
    ],
    button: 'Maswali na majibu',
  },
  account_activated: {
    subject: 'Akaunti yako ya Ngoma inafanya kazi tena',
    heading: 'Karibu tena, {name}',
    body: [
      'Akaunti yako inafanya kazi tena: unaweza kuingia. Video zako zimerudi, kama mwezi wao bado unaendelea.',
    ],
    button: 'Ingia',
  },
  account_deleted: {
    subject: 'Akaunti yako ya Ngoma imefutwa',
    heading: 'Akaunti yako imefutwa',
    body: [
      'Jina lako, barua pepe, vitambulisho na picha yako vimefutwa, na umeondolewa kwenye vifaa vyote. Malipo yaliyofanywa hubaki kwenye vitabu vya hesabu bila jina lako.',
      'Karibu tena wakati wowote: unaweza kutumia anwani hii kufungua akaunti mpya.',
    ],
    button: 'Tazama ngoma',
    after: [
      'Si wewe uliyeifuta? Basi kuna mtu aliyejua nenosiri lako. Libadilishe popote pengine unapolitumia.',
    ],
  },
  account_exists: {
    subject: 'Tayari una akaunti ya Ngoma',
    heading: 'Anwani hii ina akaunti',
    body: [
      'Kuna mtu anayetaka kufungua akaunti kwa anwani hii, ambayo tayari ina akaunti. Hakuna kilichobadilishwa. Ni wewe? Ingia, au chagua nenosiri jipya ikiwa umesahau lako.',
    ],
    button: 'Ingia',
    after: ['Si wewe? Basi huna la kufanya: hakuna anayeingia.'],
  },
  account_active: {
    subject: 'Unaweza kuingia Ngoma',
    heading: 'Akaunti yako iko tayari',
    body: [
      'Kuna aliyeuliza hali ya akaunti yako. Inatumika, na barua pepe yake imethibitishwa: unaweza kuingia. “Umesahau nenosiri?” kwenye ukurasa wa kuingia hukutumia kiungo cha nenosiri jipya.',
    ],
    button: 'Ingia',
    after: ['Si wewe uliyeuliza? Basi huna la kufanya: hakuna mwingine aliyeambiwa.'],
  },
  account_inactive: {
    subject: 'Akaunti yako ya Ngoma haitumiki',
    heading: 'Akaunti yako haitumiki',
    body: ['Kuna aliyeuliza hali ya akaunti yako. Haitumiki: hakuna anayeweza kuingia.'],
    button: 'Maswali na majibu',
    after: ['Si wewe uliyeuliza? Basi huna la kufanya: hakuna mwingine aliyeambiwa.'],
  },
  account_unverified: {
    subject: 'Barua pepe yako inasubiri kuthibitishwa Ngoma',
    heading: 'Imebaki hatua moja',
    body: [
      'Kuna aliyeuliza hali ya akaunti yako. Barua pepe yake haijathibitishwa bado. Ingia kwa nenosiri lako, na ukurasa utakaofunguka utakutumia kiungo kipya.',
    ],
    button: 'Ingia',
    after: ['Hukufungua akaunti ya Ngoma? Usiguse kitufe, na hakuna atakayeingia.'],
  },
  kyc_approved: {
    subject: 'Utambulisho wako umeidhinishwa',
    heading: 'Umethibitishwa, {name}',
    body: [
      'Utambulisho wako umeidhinishwa, na pochi yako iko wazi. Wachezaji sasa wanaweza kujiunga na shindano la mwezi, na wanamuziki kupakia nyimbo zao.',
    ],
    button: 'Fungua wasifu wangu',
  },
  kyc_rejected: {
    subject: 'Utambulisho wako unahitaji marekebisho',
    heading: 'Imebaki hatua moja, {name}',
    body: [
      'Bado hatujaweza kuidhinisha utambulisho wako. Rekebisha yaliyotajwa hapa, kisha uwasilishe tena.',
    ],
    button: 'Rekebisha na uwasilishe',
  },
  kyc_document_unreadable: {
    subject: 'Hati ya utambulisho wako haifunguki',
    heading: 'Tafadhali pakia hati moja tena, {name}',
    body: [
      'Hati iliyotajwa hapa haifunguki, kwa hivyo bado hatuwezi kukagua utambulisho wako. Fomu yako iko wazi tena. Chagua faili nyingine, kisha uwasilishe fomu tena.',
    ],
    button: 'Chagua faili nyingine',
  },
  track_approved: {
    subject: 'Umeidhinishwa: {title}',
    heading: 'Wimbo wako umeidhinishwa',
    body: [
      '“{title}” umeidhinishwa. Kuanzia sasa wachezaji wanaweza kuupata, na kila kura ya video yao inakulipa.',
    ],
    button: 'Fungua dashibodi yangu',
  },
  track_rejected: {
    subject: 'Haukuidhinishwa: {title}',
    heading: 'Wimbo wako haukuidhinishwa',
    body: ['“{title}” hauwezi kuingia ulivyo sasa. Unaweza kuufuta na kupakia mwingine.'],
    button: 'Fungua dashibodi yangu',
  },
  video_approved: {
    subject: 'Video yako iko hewani: {title}',
    heading: 'Uko jukwaani, {name}',
    body: ['“{title}” imeidhinishwa na inaweza kupigiwa kura. Isambaze: kila kura inakulipa na inahesabika.'],
    button: 'Tazama video yangu',
  },
  video_rejected: {
    subject: 'Haikuidhinishwa: {title}',
    heading: 'Video yako haikuidhinishwa',
    body: [
      '“{title}” haiwezi kushiriki ilivyo sasa. Unaweza kuwasilisha video nyingine hadi mwisho wa kuwasilisha.',
    ],
    button: 'Wasilisha nyingine',
  },
  official_video_approved: {
    subject: 'Video yako iko hewani: {title}',
    heading: 'Video yako iko hewani, {name}',
    body: ['“{title}” imeidhinishwa na inaonyeshwa kuanzia sasa, pamoja na wachezaji wa wimbo wako.'],
    button: 'Tazama video yangu',
  },
  official_video_rejected: {
    subject: 'Haikuidhinishwa: {title}',
    heading: 'Video yako haikuidhinishwa',
    body: ['“{title}” haiwezi kuonyeshwa ilivyo sasa. Unaweza kuwasilisha nyingine.'],
    button: 'Fungua dashibodi yangu',
  },
  subscription_paid: {
    subject: 'Umejiunga: {challenge}',
    heading: 'Umejiunga, {name}',
    body: ['Umelipia {challenge}. Nyimbo zako tatu zinakuja kwa barua pepe ijayo.'],
    button: 'Fungua ukurasa wa kupakia',
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
      'Video za {challenge} zinapokelewa hadi kesho saa {time}, saa za Nairobi. Nyimbo zako ambazo bado hazina video: {missing}.',
    ],
    button: 'Fungua ukurasa wa kupakia',
  },
  votes_yesterday: {
    subject: 'Kura tangu jana: {votes}',
    heading: 'Kura tangu jana: {votes}',
    body: ['Hizi ndizo kura ambazo video zako zilipata jana. Sambaza kiungo chako leo na uombe nyingine.'],
    button: 'Tazama video yangu',
  },
  rank_entered: {
    subject: 'Uko kwenye 20 bora: nafasi ya {to}',
    heading: 'Nafasi ya {to}, {name}!',
    body: ['Umeingia kwenye 20 bora za {challenge}, nafasi ya {to}.'],
    button: 'Tazama video yangu',
  },
  rank_gained: {
    subject: 'Umepanda kutoka nafasi ya {from} hadi {to}',
    heading: 'Umepanda hadi nafasi ya {to}, {name}',
    body: ['Ulikuwa nafasi ya {from} ya {challenge}, na sasa uko nafasi ya {to}.'],
    button: 'Tazama video yangu',
  },
  rank_lost: {
    subject: 'Umeshuka kutoka nafasi ya {from} hadi {to}',
    heading: 'Sasa uko nafasi ya {to}',
    body: ['Ulikuwa nafasi ya {from} ya {challenge}, na sasa uko nafasi ya {to}. Omba kura ili urudi juu.'],
    button: 'Tazama video yangu',
  },
  rank_left: {
    subject: 'Umetoka kwenye 20 bora',
    heading: 'Umetoka kwenye 20 bora',
    body: ['Ulikuwa nafasi ya {from} ya {challenge}, na wengine wamekupita. Omba kura ili urudi juu.'],
    button: 'Tazama msimamo',
  },
  month_result: {
    subject: '{challenge}: umeshika nafasi ya {rank}',
    heading: 'Nafasi ya {rank}, {name}',
    body: ['{challenge} limehesabiwa. Umeshika nafasi ya {rank}. Kura zako: {votes}. Asante kwa kucheza.'],
    button: 'Tazama matokeo',
  },
  news: {
    subject: 'Habari zako: {count}',
    heading: 'Habari mpya, {name}',
    body: ['Zote ziko kwenye barua pepe moja. Unazipata pia kwenye kengele.'],
    button: 'Fungua arifa zangu',
  },
  follow_asked: {
    subject: 'Je, tukuambie matokeo ya {challenge}?',
    heading: 'Je, tukuambie matokeo?',
    body: [
      'Kuna aliyetuomba tukutumie barua pepe mara moja matokeo ya {challenge} yakitoka. Bonyeza mara moja kukubali.',
    ],
    button: 'Ndiyo, niambieni',
    after: ['Si wewe? Basi huna la kufanya: hakuna barua pepe nyingine itakayokuja.'],
  },
  result_is_there: {
    subject: 'Matokeo ya {challenge} yametoka',
    heading: 'Matokeo yametoka',
    body: [
      '{challenge} limehesabiwa: tazama nani ameshinda.',
      'Hii ndiyo barua pepe pekee kuhusu hili, na anwani yako imefutwa.',
    ],
    button: 'Tazama matokeo',
  },
  prize_won: {
    subject: 'Umeshinda: nafasi ya {rank} ya {challenge}',
    heading: 'Nafasi ya {rank}, {name}!',
    body: ['{challenge} limehesabiwa, na wewe ni mmoja wa washindi. Tuzo yako iko kwenye pochi yako.'],
    button: 'Tazama matokeo',
  },
  royalty_paid: {
    subject: 'Mirabaha yako ya {challenge}',
    heading: 'Mirabaha yako imeingia',
    body: [
      '{challenge} limefungwa. Sehemu yako ya usajili iko kwenye pochi yako; taarifa inaonyesha ilivyohesabiwa.',
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
    after: ['Msimamizi mkuu ameiweka anwani yako kwenye orodha ya ripoti hii, na anaweza kuiondoa.'],
  },
  withdrawal_requested: {
    subject: 'Pesa zako kutoka Ngoma',
    heading: 'Kuna ombi la kutoa pesa',
    body: [
      'Zitalipwa kwa M-PESA siku ya kazi inayofuata, kwa nambari ambayo ni mpya hapa siku moja baadaye. Ni wewe uliyeomba? Basi huna la kufanya.',
    ],
    button: 'Ghairi ombi hili',
    after: ['Kitufe hufanya kazi hadi pesa zitumwe. Si wewe? Ghairi, kisha uchague nenosiri jipya.'],
  },
  withdrawal_paid: {
    subject: 'Pesa ulizotoa zimelipwa',
    heading: 'Pesa zako ziko M-PESA',
    body: ['M-PESA imethibitisha malipo yako.'],
    button: 'Fungua pochi yangu',
  },
  withdrawal_failed: {
    subject: 'Pesa hazikutoka',
    heading: 'Pesa hazikutoka',
    body: [
      'M-PESA haikuzipokea, kwa mfano kwa sababu nambari haiwezi kupokea kiasi hicho leo. Pesa zimerudi kwenye pochi yako: angalia nambari kisha ujaribu tena.',
    ],
    button: 'Fungua pochi yangu',
  },
  payouts_need_people: {
    subject: 'Pesa zinazotoka zinahitaji watu',
    heading: 'Kuna jambo la kuangaliwa',
    body: ['Mfumo hauwezi kuendelea na hili peke yake. Dawati linaonyesha yote yanayojulikana kulihusu.'],
    button: 'Ifungue kwenye dawati',
  },
  dispute_opened: {
    subject: 'Tunachunguza malipo yako ({reference})',
    heading: 'Tunachunguza malipo yako',
    body: [
      'Asante kwa kutujulisha. Ombi lako lina nambari {reference}. Tunajibu ndani ya siku tatu.',
      'Lifuatilie kwa kitufe kilicho hapa chini. Usimpe mtu mwingine kiungo hiki: mwenye nacho anaweza kusoma ombi lako.',
    ],
    button: 'Fuatilia ombi lako',
  },
  dispute_answered: {
    subject: 'Jibu kuhusu malipo yako ({reference})',
    heading: 'Jibu kuhusu malipo yako',
    body: ['Msimamizi mkuu amejibu ombi lako {reference}:'],
    button: 'Fuatilia ombi lako',
  },
  votes_held: {
    subject: 'Kura za “{title}” zimesimamishwa',
    heading: 'Tunakagua baadhi ya kura zako',
    body: [
      'Baadhi ya malipo ya “{title}” si ya kawaida: kura {votes} hazihesabiwi wakati tunakagua. Sehemu yako ya malipo hayo pia imesimamishwa.',
      'Huna la kufanya. Tutakuandikia mara tu tutakapoamua.',
    ],
    button: 'Tazama video yako',
  },
  votes_released: {
    subject: 'Kura za “{title}” zinahesabiwa tena',
    heading: 'Kura zako zinahesabiwa tena',
    body: [
      'Tumekagua malipo: kura {votes} za “{title}” zinahesabiwa tena, na sehemu yako iko kwenye pochi yako.',
    ],
    button: 'Tazama video yako',
  },
  votes_sent_back: {
    subject: 'Kura za “{title}” zimerejeshwa',
    heading: 'Tumerejesha baadhi ya kura',
    body: [
      'Malipo ya “{title}” yalivunja kanuni za shindano. Kura {votes} hazihesabiwi tena, na pesa zinarudishwa kwa waliolipa. Sehemu yako ya pesa hizo imeondolewa kwenye pochi yako.',
      'Unadhani ni makosa? Jibu barua pepe hii, na msimamizi mkuu ataangalia tena.',
    ],
    button: 'Tazama video yako',
  },
  signal_escalated: {
    subject: 'Dalili inasubiri msimamizi mkuu',
    heading: 'Afisa ameweka dalili mbele ya wasimamizi wakuu',
    body: [
      'Inahusu zawadi za “{video}”. Maafisa hawaiamui tena: msimamizi mkuu huikagua, hufanya kinachohitajika, na huandika kilichopatikana.',
    ],
    button: 'Fungua dalili',
  },
  system_alerts: {
    subject: 'Ngoma inahitaji kuangaliwa',
    heading: 'Kuna hitilafu',
    body: [
      'Mfumo umegundua haya, kila moja na saa ya Nairobi tangu ilipoanza. Ukurasa wa hali ya mfumo unaeleza maana yake na cha kufanya.',
    ],
    button: 'Fungua hali ya mfumo',
    after: [
      'Zinazotumwa huchaguliwa kwenye ukurasa wa hali ya mfumo. Kila aina hutumwa si zaidi ya mara moja kwa saa, na mara moja tena inapokwisha.',
    ],
  },
  system_alerts_over: {
    subject: 'Hitilafu ambayo Ngoma ilituma imekwisha',
    heading: 'Haya yamekwisha',
    body: ['Kila moja na saa ya Nairobi tangu ilipokuwa sawa tena.'],
    button: 'Fungua hali ya mfumo',
  },
  balance_difference: {
    subject: 'M-PESA ina kiasi tofauti na vitabu vyetu',
    heading: 'Vitabu na M-PESA havilingani',
    body: [
      'Moja ya akaunti zetu za M-PESA imekuwa na kiasi tofauti na leja mara mbili mfululizo. Malipo yaliyo njiani yamezingatiwa.',
      'Ikiwa pesa zilihamishwa nje ya Ngoma, andika jarida lake kwenye Vitabu.',
    ],
    button: 'Tazama tofauti',
  },
}
