/**
 * What operators read, in Swahili, as server-words-sw.ts: who may be the first super admin and who a second person, and what the health
 * page and the backups say: whether parts answer, which rules of the books are broken, and why a backup failed. What other programs say, such as the mail server, stays as it came.
 */
export const operatorWords: Readonly<Record<string, string>> = {
  // The first super admin
  'A super admin is active, who invites others at the desk.':
    'Kuna msimamizi mkuu anayetumika, ambaye hualika wengine kwenye dawati.',
  'No super admin has this email.': 'Hakuna msimamizi mkuu mwenye barua pepe hii.',
  'This account has had its links of this hour. Try later.':
    'Akaunti hii imeshapata viungo vyake vya saa hii. Jaribu tena baadaye.',
  // Who may be two people
  'Another super admin has to confirm whom you have invited.':
    'Msimamizi mkuu mwingine lazima amthibitishe uliyemwalika.',
  'One of you was let in, or let back, less than seven days ago: another super admin has to confirm this.':
    'Mmoja wenu alikubaliwa au alirejeshwa ndani ya siku saba zilizopita: msimamizi mkuu mwingine lazima athibitishe.',
  'You were let in, or let back, less than seven days ago: another super admin has to approve this.':
    'Ulikubaliwa au ulirejeshwa ndani ya siku saba zilizopita: msimamizi mkuu mwingine lazima aidhinishe.',
  // The health page
  'Answers.': 'Inajibu.',
  'The clock of {machine} is {what} behind that of the database, so votes may be lost: NTP has to keep both.':
    'Saa ya {machine} iko nyuma ya saa ya hifadhidata kwa {what}, hivyo kura zinaweza kupotea: lazima NTP irekebishe zote mbili.',
  'The clock of {machine} is {what} ahead of that of the database, so votes may be lost: NTP has to keep both.':
    'Saa ya {machine} iko mbele ya saa ya hifadhidata kwa {what}, hivyo kura zinaweza kupotea: lazima NTP irekebishe zote mbili.',
  'All agree with that of PostgreSQL.': 'Zote zinalingana na saa ya PostgreSQL.',
  'The clock of {machine} is {what} behind that of PostgreSQL.':
    'Saa ya {machine} iko nyuma ya saa ya PostgreSQL kwa {what}.',
  'The clock of {machine} is {what} ahead of that of PostgreSQL.':
    'Saa ya {machine} iko mbele ya saa ya PostgreSQL kwa {what}.',
  'No answer within two seconds.': 'Hakuna jibu ndani ya sekunde mbili.',
  'No process of it has been heard for 20 seconds.': 'Hakuna mchakato wake uliosikika kwa sekunde 20.',
  'One process lives.': 'Mchakato mmoja unafanya kazi.',
  '{count} processes live.': 'Michakato {count} inafanya kazi.',
  'The queue of withdrawals is held up until people act.':
    'Foleni ya kutoa pesa imesimama hadi watu wachukue hatua.',
  'M-PESA has been taking on no withdrawal.': 'M-PESA haipokei kutoa pesa kokote.',
  '{count} withdrawals need people.': 'Kutoa pesa {count} kunahitaji watu.',
  '{count} refunds need people.': 'Marejesho {count} yanahitaji watu.',
  'Nothing waits for people.': 'Hakuna kinachosubiri watu.',
  'All of them were understood.': 'Yote yalieleweka.',
  '{count} in {days} days not understood. {why}.': '{count} kwa siku {days} hayakueleweka. {why}.',
  'All of them are believed.': 'Yote yanaaminiwa.',
  '{count} within a day from addresses that are not on the list, the newest from {what}.':
    '{count} ndani ya siku moja kutoka anwani zisizo kwenye orodha, mapya zaidi kutoka {what}.',
  'Empty.': 'Tupu.',
  'Waiting in {what}: {count}.': 'Zinazosubiri kwenye {what}: {count}.',
  '{count} waiting, the oldest for {what}.': '{count} zinasubiri, ya zamani zaidi kwa {what}.',
  'M-PESA has taken no addresses for {shortcode} yet.': 'M-PESA bado haijapokea anwani za {shortcode}.',
  'M-PESA has addresses of before, and it is not known which. The next Paybill payment may tell.':
    'M-PESA ina anwani za zamani, na haijulikani zipi. Malipo yajayo ya Paybill yanaweza kuonyesha.',
  'M-PESA has the addresses of a former secret, which are still read.':
    'M-PESA ina anwani za siri ya zamani, ambazo bado zinasomwa.',
  'M-PESA has the addresses of a former secret, which are not read.':
    'M-PESA ina anwani za siri ya zamani, ambazo hazisomwi.',
  'M-PESA has addresses at {where}, and not at {here}.':
    'M-PESA ina anwani kwenye {where}, si kwenye {here}.',
  'M-PESA has the addresses of today.': 'M-PESA ina anwani za sasa.',
  'Read up to {what} ago.': 'Imesomwa hadi {what} zilizopita.',
  'Not read yet.': 'Bado haijasomwa.',
  'M-PESA is not known to keep one: was it registered?':
    'Haijulikani kama M-PESA inaitunza: je, ilisajiliwa?',
  'Not looked at yet.': 'Bado haijaangaliwa.',
  'Not looked at for {what}.': 'Haijaangaliwa kwa {what}.',
  'Looked at {what} ago.': 'Iliangaliwa {what} zilizopita.',
  'The newest backup is damaged or failed.': 'Nakala mpya zaidi imeharibika au haikufaulu.',
  'No backup has been proven yet.': 'Hakuna nakala iliyothibitishwa bado.',
  'Last proven {what} ago.': 'Ilithibitishwa mwisho {what} zilizopita.',
  'M-PESA was down three times in a row.': 'M-PESA haikupatikana mara tatu mfululizo.',
  'The audit was tampered with.': 'Kumbukumbu za ukaguzi zimechezewa.',
  '{count} rows are not sealed.': 'Safu {count} hazijafungwa.',
  'The chain ends at row {row}, and {noted} rows were noted.':
    'Mnyororo unaishia kwenye safu ya {row}, na safu {noted} ziliandikwa.',
  '{name} is tried again.': '{name} inajaribiwa tena.',
  'Broken: {what}: {which}': 'Imevunjwa: {what}: {which}',
  // What must hold of the books
  'every journal sums to zero': 'kila jarida lina jumla ya sifuri',
  'every journal has entries and every entry a journal':
    'kila jarida lina maingizo na kila ingizo jarida lake',
  'every balance equals its entries': 'kila salio ni sawa na maingizo yake',
  'every entry has an account': 'kila ingizo lina akaunti',
  'each balance after an entry follows from another entry of the account or from nothing':
    'kila salio baada ya ingizo linatokana na ingizo lingine la akaunti au sifuri',
  'no wallet is below zero or below what it holds':
    'hakuna pochi iliyo chini ya sifuri au chini ya zilizoshikiliwa',
  'all accounts together sum to zero': 'akaunti zote pamoja zina jumla ya sifuri',
  'video vote counts equal counted gifts': 'kura za video ni sawa na zawadi zilizohesabiwa',
  'an intent is credited exactly when its journal is posted and not reversed':
    'malipo yamehesabiwa pale tu jarida lake limeandikwa na halijarejeshwa',
  'at most one credit for each payment intent and receipt': 'kila malipo na risiti huhesabiwa mara moja tu',
  'what a reassigned receipt had moved is reversed to the cent':
    'zilizopitishwa na risiti iliyohamishwa zimerejeshwa hadi senti ya mwisho',
  'a credited receipt belongs to a credited intent and pays exactly its amount, or its difference was posted':
    'risiti iliyohesabiwa ni ya malipo yaliyohesabiwa na kwa kiasi chake, au tofauti yake imeandikwa',
  'suspense holds exactly the unmatched receipts': 'zinazosubiri uamuzi ni sawa na risiti zisizo na malipo',
  'a gift costs its votes': 'zawadi ina bei ya kura zake',
  'a CheckoutRequestID proves one payment': 'CheckoutRequestID moja inathibitisha malipo mamoja',
  'a counted payment without a receipt is marked so, and no other is':
    'malipo yaliyohesabiwa bila risiti yamewekwa alama, na si mengine',
  'what is counted has a receipt within two days': 'kilichohesabiwa kina risiti ndani ya siku mbili',
  'a receipt of a day whose statement was read is listed there with its amount':
    'risiti ya siku ambayo taarifa yake imesomwa imo humo kwa kiasi chake',
  'what was booked of a day is what M-PESA’s statement lists':
    'kilichoandikwa cha siku ni kile kilicho kwenye taarifa ya M-PESA',
  'every wallet holds what its open payouts say, and nothing else is held':
    'kila pochi imeshikilia zinazotolewa kwake, na si zaidi',
  'a payout holds its money until it is paid, has failed or is cancelled':
    'kutoa pesa kunashikilia pesa zake hadi kulipwe, kushindwe au kughairiwe',
  'every paid payout has its journal, and every withdrawal its paid payout':
    'kila kutoa pesa kulikolipwa kuna jarida lake, na kila jarida kulipwa kwake',
  'a receipt is on its way back exactly while a refund of it is':
    'risiti inarejeshwa pale tu marejesho yake yanaendelea',
  'a receipt is refunded exactly once, by a refund that is done, with a journal of its amount':
    'risiti imerejeshwa mara moja tu, kwa marejesho yaliyokamilika, na jarida la kiasi chake',
  'a payment counts exactly as long as its journal is not taken back':
    'malipo yanahesabiwa mradi jarida lake halijarudishwa',
  'what is taken back is the whole payment, and from nobody more than they had got by it':
    'kinachorudishwa ni malipo yote, na hakuna anayetozwa zaidi ya alichopata',
  'money is written off out of suspense once for each receipt that says so':
    'pesa zinazosubiri uamuzi huwekwa kwenye mapato mara moja kwa kila risiti inayosema hivyo',
  'the statements of a month share its pool and nothing else':
    'taarifa za mwezi zinagawana mfuko wake na si zaidi',
  'a statement is the sum of its lines': 'taarifa ni jumla ya mistari yake',
  'each royalty and prize was posted once, as it is on record':
    'kila mrabaha na tuzo iliandikwa mara moja, kama ilivyo kwenye kumbukumbu',
  'the royalty pool holds what open months and transfers have put into it':
    'mfuko wa mirabaha una zilizowekwa na miezi iliyo wazi na uhamisho',
  'a subscription is paid exactly where its amount was posted once':
    'ada ya mwezi imelipwa pale tu kiasi chake kimeandikwa mara moja',
  'thirty percent of each subscription are royalties': 'asilimia thelathini ya kila ada ya mwezi ni mirabaha',
  'the launch fee is paid by no more dancers than there are slots, and by each once':
    'ada ya ufunguzi imelipwa na wachezaji wasiozidi nafasi, kila mmoja mara moja',
  'each row of the tally is chained to the one before it':
    'kila safu ya hesabu imeunganishwa na iliyotangulia',
  'each head of the tally that was published lies on the chain':
    'kila alama ya hesabu iliyochapishwa imo kwenye mnyororo',
  'the tally lists each counted gift once, with its votes and for its video':
    'hesabu ina kila zawadi iliyohesabiwa mara moja, na kura zake, kwa video yake',
  'every credited top-up put exactly its amount into its owner’s wallet':
    'kila uwekaji pesa uliohesabiwa uliweka kiasi chake kwenye pochi ya mwenyewe',
  'every completed transfer moved its amount once, from its source to its destination, and no other did':
    'kila uhamisho uliokamilika ulihamisha kiasi chake mara moja, kutoka chanzo hadi mwisho wake, na si mwingine',
  'what one person may not move alone was confirmed by another':
    'kisichoweza kuhamishwa na mtu mmoja kimethibitishwa na mwingine',
  'the snapshot of a wallet is the sum of its entries up to there':
    'picha ya pochi ni jumla ya maingizo yake hadi hapo',
  // Backups
  'It was given up: the worker that made it died.': 'Iliachwa: worker iliyoitengeneza ilikufa.',
  'The check was interrupted.': 'Ukaguzi ulikatizwa.',
  'It could not be made: {why}.': 'Haikuweza kutengenezwa: {why}.',
  'It could not be checked: {why}.': 'Haikuweza kukaguliwa: {why}.',
  'The books in it are not right. {which}': 'Vitabu vilivyomo si sahihi. {which}',
  '{table} is not what was backed up: {rows} rows instead of {stored}, or other values.':
    '{table} si kilichonakiliwa: safu {rows} badala ya {stored}, au thamani nyingine.',
  '{file} is not in the store.': '{file} haimo kwenye hifadhi.',
  '{file} does not open: {why}.': '{file} haifunguki: {why}.',
  'The list of contents cannot be read.': 'Orodha ya yaliyomo haisomeki.',
  '{table} reads otherwise after it was restored.': '{table} inasomeka tofauti baada ya kurejeshwa.',
  'The scripts do not make the tables that were backed up.': 'Hati hazitengenezi majedwali yaliyonakiliwa.',
  'A row points to one that is not there: {why}.': 'Safu inaelekeza kwa isiyokuwepo: {why}.',
  'Files that rows name are not in the object store: {which}.':
    'Faili zinazotajwa na safu hazimo kwenye hifadhi ya faili: {which}.',
  // Alerts about withdrawals
  'M-PESA answered {code} to {reference}': 'M-PESA ilijibu {code} kwa {reference}',
  'M-PESA answers {code}, last to {reference}': 'M-PESA hujibu {code}, mwisho kwa {reference}',
  'M-PESA has answered {code} to {reference}, {tries} times':
    'M-PESA imejibu {code} kwa {reference}, mara {tries}',
  'Nobody knows what became of {reference}': 'Haijulikani {reference} iliishia wapi',
  '{receipt} paid a refused attempt': '{receipt} ililipa jaribio lililokataliwa',
  '{receipt} paid another amount': '{receipt} ililipa kiasi kingine',
  '{receipt} paid what was {state}': '{receipt} ililipa kilichokuwa tayari kimekwisha ({state})',
  '{receipt} paid what had failed, and the wallet is spent':
    '{receipt} ililipa kilichokuwa kimeshindwa, na pesa za pochi zimetumika',
  // Queues, by what the worker calls them.
  settlement: 'kuhesabu malipo',
  payments: 'mawasiliano na M-PESA',
  mail: 'barua pepe',
  housekeeping: 'kazi za kawaida',
  pictures: 'picha',
  // Spans of time. They come last: they are short.
  '{n} s': 'sek {n}',
  '{n} min': 'dak {n}',
  '{n} h': 'saa {n}',
  '{n} d': 'siku {n}',
}
