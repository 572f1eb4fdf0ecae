import { deskWords } from './desk-words-sw.ts'
import { operatorWords } from './operator-words-sw.ts'

/**
 * What the API says in English, in Swahili: refusals, answers about payments, and the lines of a wallet. The API's own sentences
 * are documented and stay; screens show these instead (lib/client/messages/server-words.ts). `{name}` stands for whatever the
 * server has put there. The words are those of docs/glossary-sw.md.
 */
export const serverWords: Readonly<Record<string, string>> = {
  // For every call
  'Request failed. Please try again.': 'Ombi halikufaulu. Tafadhali jaribu tena.',
  'Something went wrong. Please try again.': 'Kuna hitilafu imetokea. Tafadhali jaribu tena.',
  'Too many requests. Please wait and try again.':
    'Maombi ni mengi mno. Tafadhali subiri kisha ujaribu tena.',
  'The same request is being processed. Try again in a moment.':
    'Ombi hilo hilo linashughulikiwa. Jaribu tena baada ya muda mfupi.',
  'This Idempotency-Key was used for another request.': 'Ufunguo huu ulitumiwa kwa ombi lingine.',
  'The request body is too large.': 'Ulichotuma ni kikubwa mno.',
  'The request body was cut off.': 'Ulichotuma kilikatika njiani.',
  'Not found.': 'Haikupatikana.',
  'Not ready.': 'Bado haiko tayari.',
  'Authentication credentials were not provided.': 'Ingia kwanza.',
  'Given token not valid for any token type': 'Muda wako umeisha. Ingia tena.',
  'No refresh token available': 'Muda wako umeisha. Ingia tena.',
  'You do not have permission to perform this action.': 'Huna ruhusa ya kufanya hili.',
  'Invalid input.': 'Ulichoweka si sahihi.',
  // What a field may be
  'This field is required.': 'Sehemu hii lazima ijazwe.',
  'A JSON body is required.': 'Sehemu hii lazima ijazwe.',
  'Not a valid string.': 'Andika maandishi hapa.',
  'Not a valid choice.': 'Chaguo hili si sahihi.',
  'Expected an object.': 'Ulichoweka si sahihi.',
  'A valid number is required.': 'Weka nambari sahihi.',
  'A valid integer is required.': 'Weka nambari kamili.',
  'A number is required.': 'Weka nambari.',
  'Must be a valid UUID.': 'Kitambulisho hiki si sahihi.',
  'Must be a valid boolean.': 'Chagua ndiyo au hapana.',
  'Must be a boolean.': 'Chagua ndiyo au hapana.',
  'Must be at least {min}.': 'Isipungue {min}.',
  'Must be at most {max}.': 'Isizidi {max}.',
  'Must be 8 to 128 characters.': 'Iwe na herufi 8 hadi 128.',
  'Ensure this field has no more than {max} characters.': 'Tumia herufi zisizozidi {max}.',
  'Ensure this field has at least {min} characters.': 'Tumia angalau herufi {min}.',
  'Null characters are not allowed.': 'Tafadhali ondoa herufi zisizoonekana.',
  'Please leave out characters that cannot be seen.': 'Tafadhali ondoa herufi zisizoonekana.',
  'This name cannot stand in an address. Please choose another one.':
    'Jina hili haliwezi kuwa sehemu ya anwani. Tafadhali chagua jingine.',
  'Enter whole shillings.': 'Weka shilingi kamili.',
  'The smallest {what} is KES {min}.': 'Kiasi cha chini kabisa ni KES {min}.',
  'The largest {what} is KES {max}.': 'Kiasi cha juu kabisa ni KES {max}.',
  'Enter a date as YYYY-MM-DD.': 'Weka tarehe kama YYYY-MM-DD.',
  'Enter a date as YYYY-MM-DD, or a time in ISO 8601.': 'Weka tarehe kama YYYY-MM-DD, au saa kwa ISO 8601.',
  'Name at most 100.': 'Taja zisizozidi 100.',
  'Not a key of a browser.': 'Si ufunguo wa kivinjari.',
  'Not an address of a push service.': 'Si anwani ya huduma ya arifa.',
  'Notifications on devices are not switched on here.': 'Arifa za kwenye vifaa hazijawashwa hapa.',
  'The result of this month is there already.': 'Matokeo ya mwezi huu tayari yametoka.',
  'This link does not work any more.': 'Kiungo hiki hakifanyi kazi tena.',
  'A date and time is required.': 'Weka tarehe na saa.',
  'Choose en or sw.': 'Chagua English au Kiswahili.',
  'Choose a county.': 'Chagua kaunti.',
  'Choose what to do.': 'Chagua cha kufanya.',
  'Use the `next` of a page.': 'Tumia `next` ya ukurasa.',
  'The last day must not be before the first.': 'Siku ya mwisho isiwe kabla ya ya kwanza.',
  'Choose at most {days} days.': 'Chagua siku zisizozidi {days}.',
  'Choose a kind of alert.': 'Chagua aina ya tahadhari.',
  'Choose a role.': 'Chagua wajibu.',
  'Choose a setting.': 'Chagua mpangilio.',
  'Choose a country of the list.': 'Chagua nchi kwenye orodha.',
  'Choose dancer or musician.': 'Chagua mchezaji densi au mwanamuziki.',
  // Accounts
  'Enter a valid email address.': 'Weka barua pepe sahihi.',
  'Password must be at least {min} characters long.': 'Nenosiri lazima liwe na angalau herufi {min}.',
  'Passwords do not match. Please try again.': 'Manenosiri hayalingani. Tafadhali jaribu tena.',
  'Please choose a stronger password.': 'Tafadhali chagua nenosiri thabiti zaidi.',
  'A user with that username already exists.': 'Jina hilo tayari linatumiwa.',
  'A user with this email already exists.': 'Barua pepe hii tayari ina akaunti.',
  'This name could be taken for Ngoma’s staff or M-PESA. Please choose another one.':
    'Jina hili linaweza kudhaniwa kuwa la wafanyakazi wa Ngoma au la M-PESA. Tafadhali chagua jingine.',
  'Somebody who dances this month has this name, or one that looks like it.':
    'Kuna anayecheza mwezi huu aliye na jina hili, au linalofanana nalo.',
  'Please verify your email address to continue.': 'Tafadhali thibitisha barua pepe yako ili kuendelea.',
  'No active account found with the given credentials':
    'Tafadhali angalia barua pepe na nenosiri lako kisha ujaribu tena.',
  'This {kind} link is invalid or expired.': 'Kiungo hiki si sahihi au muda wake umekwisha.',
  'Enter the password that you chose when you signed up.': 'Weka nenosiri ulilochagua ulipofungua akaunti.',
  'This is not the password that you chose when you signed up.':
    'Hili si nenosiri ulilochagua ulipofungua akaunti.',
  'Enter the code from your authenticator app.': 'Weka msimbo kutoka kwenye programu yako ya uthibitishaji.',
  'That code is not right. Codes work once and for about a minute.':
    'Msimbo huo si sahihi. Misimbo hufanya kazi mara moja na kwa takriban dakika moja.',
  'Set up your authenticator app first.': 'Weka kwanza programu yako ya uthibitishaji.',
  'Too many failed attempts. Wait a while and try again, or set a new password.':
    'Umejaribu mara nyingi mno bila kufaulu. Subiri kidogo kisha ujaribu tena, au weka nenosiri jipya.',
  'This account is not active.': 'Akaunti hii haitumiki.',
  'Your account is ready. Please check your email and verify your address.':
    'Akaunti yako iko tayari. Tafadhali angalia barua pepe yako na uthibitishe anwani yako.',
  'Your authenticator app is set up already.': 'Programu yako ya uthibitishaji tayari imewekwa.',
  'Open this page again for a new QR code.': 'Fungua ukurasa huu tena ili upate msimbo mpya wa QR.',
  'Your password has been changed. You can sign in with it now.':
    'Nenosiri lako limebadilishwa. Sasa unaweza kuingia nalo.',
  'If there is an account with this email, a link to set a new password is on its way.':
    'Ikiwa barua pepe hii ina akaunti, kiungo cha kuweka nenosiri jipya kiko njiani.',
  'If this address waits for its verification, a new link is on its way.':
    'Ikiwa anwani hii inasubiri kuthibitishwa, kiungo kipya kiko njiani.',
  'Your email is verified. Welcome to Ngoma!': 'Barua pepe yako imethibitishwa. Karibu Ngoma!',
  'Your email is verified. Choose a password with Forgot Password before you next log in.':
    'Barua pepe yako imethibitishwa. Chagua nenosiri kupitia Umesahau nenosiri kabla ya kuingia tena.',
  'Your email is already verified.': 'Barua pepe yako imeshathibitishwa.',
  'No further mail is sent to this address for now. Look for the earlier ones, also in the spam folder, or try again later.':
    'Kwa sasa hakuna barua nyingine inayotumwa kwa anwani hii. Tafuta zilizotumwa awali, hata kwenye folda ya barua taka, au ujaribu tena baadaye.',
  // Profile
  'Enter a Kenyan mobile number, for example 0712 345 678.':
    'Weka nambari ya simu ya Kenya, kwa mfano 0712 345 678.',
  'Enter an M-PESA number, for example 0712 345 678.': 'Weka nambari ya M-PESA, kwa mfano 0712 345 678.',
  'Enter a {site} handle or an https link to {same}.':
    'Weka jina lako la {site} au kiungo cha https cha {same}.',
  'This is not your password.': 'Hili si nenosiri lako.',
  'Accounts of staff are not closed. A super admin deactivates yours; the record keeps your name.':
    'Akaunti za wafanyakazi hazifungwi. Msimamizi mkuu huisimamisha yako; jina lako hubaki kwenye kumbukumbu.',
  'There is money in your wallet. Withdraw it first.': 'Kuna pesa kwenye pochi yako. Zitoe kwanza.',
  '{amount} is left in your wallet, too little to withdraw. It has to be given up with the account.':
    '{amount} zimebaki kwenye pochi yako, ni kidogo mno kutolewa. Lazima uziache pamoja na akaunti.',
  'Your wallet has changed. Look at what is left in it.':
    'Pochi yako imebadilika. Angalia kilichobaki ndani yake.',
  'A payment is still open. Try again when it is settled.':
    'Kuna malipo ambayo bado yako wazi. Jaribu tena yakikamilika.',
  'Dancers are dancing to your tracks this month. Retire your tracks now; you can close your account when this month is closed.':
    'Wachezaji wanacheza nyimbo zako mwezi huu. Ondoa nyimbo zako kwenye mgao sasa; utaweza kufunga akaunti yako mwezi huu ukishafungwa.',
  // Identity check
  'KYC approval is required.': 'KYC lazima iidhinishwe kwanza.',
  'KYC required': 'KYC inahitajika',
  'Cannot submit: Your KYC is already submitted or approved':
    'Haiwezi kuwasilishwa: KYC yako tayari imewasilishwa au imeidhinishwa',
  'Incomplete information: Please fill all required fields and upload required documents':
    'Maelezo hayajakamilika: Tafadhali jaza sehemu zote zinazohitajika na upakie hati zinazohitajika',
  'This national ID is approved for another account.':
    'Nambari hii ya kitambulisho imeidhinishwa kwa akaunti nyingine.',
  'Enter your date of birth.': 'Weka tarehe yako ya kuzaliwa.',
  'You must be {age} or older.': 'Lazima uwe na miaka {age} au zaidi.',
  'Your KYC was submitted. Officers decide within 2-3 business days.':
    'KYC yako imewasilishwa. Maafisa huamua ndani ya siku 2-3 za kazi.',
  // Files
  'The file is empty.': 'Faili ni tupu.',
  'Please select an image or PDF file': 'Tafadhali chagua picha au faili ya PDF',
  'Please select a file smaller than {size}': 'Tafadhali chagua faili iliyo chini ya {size}',
  'Please select a JPEG, PNG or WebP picture': 'Tafadhali chagua picha ya JPEG, PNG au WebP',
  'Please select a picture smaller than {size}': 'Tafadhali chagua picha iliyo chini ya {size}',
  'Please upload an MP3 audio file (.mp3)': 'Tafadhali pakia faili ya sauti ya MP3 (.mp3)',
  'Audio files must be smaller than {size}': 'Faili za sauti lazima ziwe chini ya {size}',
  'The file is not an MP3, whatever its name says.': 'Faili hii si MP3, licha ya jina lake.',
  'The file is not the one that was announced.': 'Faili si ile iliyotajwa.',
  'The file was damaged on its way. Please upload it again.':
    'Faili iliharibika njiani. Tafadhali ipakie tena.',
  'This file is damaged or incomplete. Please select another one.':
    'Faili hii imeharibika au haijakamilika. Tafadhali chagua nyingine.',
  'This PDF is locked with a password. Please select one without a password.':
    'PDF hii imefungwa kwa nenosiri. Tafadhali chagua isiyo na nenosiri.',
  'This PDF has no pages. Please select another one.': 'PDF hii haina kurasa. Tafadhali chagua nyingine.',
  'This file has too many pixels to be opened. Please select a smaller one.':
    'Faili hii ina pikseli nyingi mno, haifunguki. Tafadhali chagua ndogo zaidi.',
  'This picture cannot be opened. Please select another one.':
    'Picha hii haiwezi kufunguliwa. Tafadhali chagua nyingine.',
  'This upload was refused. Please select the file again.':
    'Kupakia huku kumekataliwa. Tafadhali chagua faili tena.',
  'This upload does not match its link. Please select the file again.':
    'Faili hailingani na kiungo chake. Tafadhali chagua faili tena.',
  'The file has not arrived. Please upload it again.': 'Faili haijafika. Tafadhali ipakie tena.',
  'The file did not arrive. Please upload it again.': 'Faili haikufika. Tafadhali ipakie tena.',
  'We could not read the file. Please upload it again.': 'Hatukuweza kusoma faili. Tafadhali ipakie tena.',
  'Many documents are being checked. Please try again in a minute.':
    'Hati nyingi zinahakikiwa sasa. Tafadhali jaribu tena baada ya dakika moja.',
  'This file is being checked. Please wait a moment.': 'Faili hii inahakikiwa. Tafadhali subiri kidogo.',
  'This upload was replaced by a newer one. Please complete that one.':
    'Nafasi ya upakiaji huu imechukuliwa na mwingine mpya. Tafadhali kamilisha huo mpya.',
  'This upload has expired. Please select the file again.':
    'Muda wa kupakia umekwisha. Tafadhali chagua faili tena.',
  'The file could not be sent. Please try again.': 'Faili haikuweza kutumwa. Tafadhali jaribu tena.',
  'Upload failed: {why}': 'Kupakia hakukufaulu: {why}',
  // Gifts and payments
  'Voting is not open for this challenge.': 'Shindano hili halipokei kura kwa sasa.',
  'You cannot gift your own video.': 'Huwezi kuipa zawadi video yako mwenyewe.',
  'You have exceeded the maximum votes for this video.':
    'Umezidi idadi ya kura zinazoruhusiwa kwa video hii.',
  'Quantity must be positive.': 'Idadi iwe zaidi ya sifuri.',
  'You can gift up to {most} per transaction.': 'Unaweza kutoa hadi zawadi {most} kwa muamala mmoja.',
  'Enter MPESA number in format 2547XXXXXXXX (12 digits).':
    'Weka nambari ya M-PESA inayoanza na 07, kama 0712 345 678 (tarakimu 10).',
  'Phone number must have at least 10 characters.': 'Nambari ya simu lazima iwe na angalau tarakimu 10.',
  'Enter the code from your M-PESA message, for example NLJ7RT61SV.':
    'Weka nambari ya muamala kutoka kwenye ujumbe wako wa M-PESA, kwa mfano NLJ7RT61SV.',
  'We have not found a payment with this receipt and phone number. It can take 15 minutes to reach us.':
    'Hatujapata malipo yenye risiti na nambari hii ya simu. Yanaweza kuchukua dakika 15 kutufikia.',
  'We have your payment and a person is looking at it. It will be counted or sent back.':
    'Tuna malipo yako na mtu anayaangalia. Yatahesabiwa au yatarejeshwa.',
  'We have your payment. Enter the vote code of the video that you want to count it for.':
    'Tuna malipo yako. Weka msimbo wa kura wa video ambayo unataka yahesabiwe.',
  'No gift with this code and phone number is in the list. A gift is listed a minute after it was counted.':
    'Hakuna zawadi yenye nambari hii ya muamala na simu hii kwenye orodha. Zawadi huorodheshwa dakika moja baada ya kuhesabiwa.',
  'A payment is already waiting on this phone. Finish or cancel it first.':
    'Kuna malipo yanayosubiri kwenye simu hii. Yakamilishe au uyaghairi kwanza.',
  'A payment is already waiting on your phone. Finish or cancel it first.':
    'Kuna malipo yanayosubiri kwenye simu yako. Yakamilishe au uyaghairi kwanza.',
  'This payment is already under way.': 'Malipo haya tayari yanaendelea.',
  'Several phones were asked to pay from here in the last hour and did not pay. Try again in an hour.':
    'Simu kadhaa ziliombwa kulipa kutoka hapa katika saa iliyopita na hazikulipa. Jaribu tena baada ya saa moja.',
  'You can pay by Paybill instead.': 'Badala yake unaweza kulipa kwa Paybill.',
  'You cancelled the payment on your phone. Nothing was charged.':
    'Umeghairi malipo kwenye simu yako. Hakuna pesa zilizokatwa.',
  'You cancelled the payment on your phone.': 'Umeghairi malipo kwenye simu yako.',
  'Nothing was charged.': 'Hakuna pesa zilizokatwa.',
  'The M-PESA PIN was wrong.': 'PIN ya M-PESA haikuwa sahihi.',
  'There was not enough money in M-PESA.': 'Salio la M-PESA halikutosha.',
  'The prompt on your phone was not answered in time.': 'Ombi kwenye simu yako halikujibiwa kwa wakati.',
  'This amount is over an M-PESA limit of this phone.':
    'Kiasi hiki kinazidi kiwango cha M-PESA cha simu hii.',
  'M-PESA refuses the same amount twice within 2 minutes. Wait a little, then try again.':
    'M-PESA hukataa kiasi kile kile mara mbili ndani ya dakika 2. Subiri kidogo, kisha ujaribu tena.',
  'Another M-PESA request is open on this phone. Finish or cancel it, then try again.':
    'Ombi lingine la M-PESA liko wazi kwenye simu hii. Likamilishe au ulighairi, kisha ujaribu tena.',
  'M-PESA could not send the prompt.': 'M-PESA haikuweza kutuma ombi.',
  'M-PESA does not know this number, so no prompt was sent.':
    'M-PESA haiijui nambari hii, kwa hivyo hakuna ombi lililotumwa.',
  'Take an M-PESA number.': 'Tumia nambari ya M-PESA.',
  'The last M-PESA requests to this phone were not paid, so we sent none this time.':
    'Maombi ya mwisho ya M-PESA kwa simu hii hayakulipwa, kwa hivyo hatukutuma lolote sasa.',
  'Many M-PESA requests from your network were not paid, so we sent none this time.':
    'Maombi mengi ya M-PESA kutoka mtandao wako hayakulipwa, kwa hivyo hatukutuma lolote sasa.',
  'So many people are paying at this moment that no prompt would reach you soon.':
    'Watu wengi sana wanalipa kwa sasa hivi kwamba ombi halingekufikia upesi.',
  'Many people are paying at this moment. The prompt comes to your phone in about {seconds} seconds.':
    'Watu wengi wanalipa kwa sasa. Ombi litafika kwenye simu yako baada ya takriban sekunde {seconds}.',
  'Many people are paying at this moment. Try again in a few seconds, or pay by Paybill with the code of the video.':
    'Watu wengi wanalipa kwa sasa. Jaribu tena baada ya sekunde chache, au lipa kwa Paybill ukitumia msimbo wa video.',
  'M-PESA did not accept the payment.': 'M-PESA haikukubali malipo.',
  'Approve the payment on your phone.': 'Idhinisha malipo kwenye simu yako.',
  'Check your phone and enter your M-PESA PIN to approve the payment.':
    'Angalia simu yako na uweke PIN yako ya M-PESA ili kuidhinisha malipo.',
  'The prompt is about to be sent to your phone.': 'Ombi linakaribia kutumwa kwenye simu yako.',
  'M-PESA did not answer clearly, so we can not be sure that a prompt reaches your phone. If it comes, enter your M-PESA PIN there. If not, you can pay by Paybill.':
    'M-PESA haikujibu wazi, kwa hivyo hatuna hakika kwamba ombi litafika kwenye simu yako. Likifika, weka PIN yako ya M-PESA hapo. La sivyo, unaweza kulipa kwa Paybill.',
  'M-PESA has not told us whether this was paid, and no prompt waits on your phone any more. If you paid, it counts by itself. If not, pay by Paybill or try again.':
    'M-PESA haijatuambia ikiwa hii ililipwa, na hakuna ombi linalosubiri tena kwenye simu yako. Ikiwa ulilipa, itahesabiwa yenyewe. La sivyo, lipa kwa Paybill au jaribu tena.',
  'This payment was not made in time.': 'Malipo haya hayakufanywa kwa wakati.',
  'This video takes no votes any more. If it was paid in time, it counts by itself. If not, pay nothing now.':
    'Video hii haipokei kura tena. Ikiwa ililipwa kwa wakati, itahesabiwa yenyewe. La sivyo, usilipe chochote sasa.',
  'We are checking this payment with M-PESA. Nobody has to pay again.':
    'Tunahakiki malipo haya na M-PESA. Hakuna anayehitaji kulipa tena.',
  'We are checking this payment with M-PESA. You do not have to pay again.':
    'Tunahakiki malipo haya na M-PESA. Huna haja ya kulipa tena.',
  'M-PESA has confirmed this payment. It counts in the month in which it was paid: we are waiting for M-PESA’s exact time. Nobody has to pay again.':
    'M-PESA imethibitisha malipo haya. Yatahesabiwa katika mwezi ambao yalilipwa: tunasubiri saa kamili ya M-PESA. Hakuna anayehitaji kulipa tena.',
  'This payment was sent back.': 'Malipo haya yamerejeshwa.',
  'Your vote is counted. Thank you!': 'Kura yako imehesabiwa. Asante!',
  'Your {count} votes are counted. Thank you!': 'Kura zako {count} zimehesabiwa. Asante!',
  // The month's place
  'We are still checking your last payment with M-PESA. Wait a little, or try again.':
    'Bado tunahakiki malipo yako ya mwisho na M-PESA. Subiri kidogo, au jaribu tena.',
  'M-PESA has not told us whether this was paid, and it can not be paid any more. If you paid, it counts, or a person looks at it.':
    'M-PESA haijatuambia ikiwa hii ililipwa, na haiwezi kulipwa tena. Ikiwa ulilipa, itahesabiwa, au mtu ataiangalia.',
  'M-PESA has not told us whether this was paid, and it can not be paid any more. If you paid, a person looks at it and sends it back.':
    'M-PESA haijatuambia ikiwa hii ililipwa, na haiwezi kulipwa tena. Ikiwa ulilipa, mtu ataiangalia na kuirejesha.',
  'We have your payment and a person is looking at it. You do not have to pay again.':
    'Tuna malipo yako na mtu anayaangalia. Huna haja ya kulipa tena.',
  'M-PESA has confirmed your payment, and we are waiting for its exact time. You do not have to pay again.':
    'M-PESA imethibitisha malipo yako, na tunasubiri saa yake kamili. Huna haja ya kulipa tena.',
  'Your last payment could not be taken and is sent back.':
    'Malipo yako ya mwisho hayakuweza kupokelewa na yanarejeshwa.',
  'Your last payment could not be taken and was sent back.':
    'Malipo yako ya mwisho hayakuweza kupokelewa na yamerejeshwa.',
  'The subscription fee is now KES {fee}.': 'Ada ya mwezi sasa ni KES {fee}.',
  'You are already subscribed to this challenge.': 'Tayari umejiunga na shindano hili.',
  'Subscriptions for this challenge are closed.': 'Kujiunga na shindano hili kumefungwa.',
  'Unable to subscribe. Ensure you have sufficient balance and KYC is approved.':
    'Haikuwezekana kujiunga. Hakikisha una salio la kutosha na KYC imeidhinishwa.',
  'You are subscribed. Your tracks are on their way.': 'Umejiunga. Nyimbo zako ziko njiani.',
  'There is no challenge running right now.': 'Hakuna shindano linaloendelea kwa sasa.',
  // Wallet
  'The money is in your wallet.': 'Pesa ziko kwenye pochi yako.',
  'This payment could not be taken and is sent back.': 'Malipo haya hayakuweza kupokelewa na yanarejeshwa.',
  'This payment could not be taken and was sent back.': 'Malipo haya hayakuweza kupokelewa na yamerejeshwa.',
  'You can not withdraw more than your available balance.': 'Huwezi kutoa zaidi ya salio lako lililopo.',
  'This withdrawal can not be cancelled any more.': 'Ombi hili la kutoa pesa haliwezi kughairiwa tena.',
  'This link is not valid.': 'Kiungo hiki si halali.',
  'Sent back: {what}': 'Zimerejeshwa: {what}',
  '1 gift for “{video}”': 'Zawadi 1 kwa “{video}”',
  '{count} gifts for “{video}”': 'Zawadi {count} kwa “{video}”',
  '1 gift': 'Zawadi 1',
  '{count} gifts': 'Zawadi {count}',
  'Prize for rank {rank}, {month}': 'Tuzo ya nafasi ya {rank}, {month}',
  'Prize for rank {rank}': 'Tuzo ya nafasi ya {rank}',
  'Royalties, {month}': 'Mirabaha, {month}',
  Royalties: 'Mirabaha',
  'Subscription, {month}': 'Ada ya mwezi, {month}',
  Subscription: 'Ada ya mwezi',
  'Top-up from M-PESA': 'Kuweka pesa kutoka M-PESA',
  'Covered by Ngoma: a withdrawal that M-PESA paid late':
    'Zimebebwa na Ngoma: kutoa pesa ambako M-PESA ililipa kwa kuchelewa',
  'Withdrawal to M-PESA': 'Kutoa pesa kwenda M-PESA',
  // Videos, tracks, comments
  'Please enter a YouTube URL for this track': 'Tafadhali weka kiungo cha YouTube cha wimbo huu',
  'This is no YouTube link that we know. Copy one like youtube.com/watch?v=…, youtube.com/shorts/…, youtube.com/embed/… or youtu.be/….':
    'Hiki si kiungo cha YouTube tunachokijua. Nakili kiungo kama youtube.com/watch?v=…, youtube.com/shorts/…, youtube.com/embed/… au youtu.be/….',
  'Track ID and YouTube URL are required': 'Wimbo na kiungo cha YouTube vinahitajika',
  'The account was closed.': 'Akaunti ilifungwa.',
  'The account was deactivated.': 'Akaunti ilisimamishwa.',
  'This track is not assigned to you in the current challenge.':
    'Wimbo huu haukugawiwa kwako kwenye shindano la sasa.',
  'Submissions for this challenge are closed.': 'Kuwasilisha kwa shindano hili kumefungwa.',
  'You must subscribe to the current challenge before submitting videos.':
    'Lazima ujiunge na shindano la sasa kabla ya kuwasilisha video.',
  'You can only submit videos for your own tracks.': 'Unaweza kuwasilisha video za nyimbo zako mwenyewe tu.',
  'Only an approved track can have a video.': 'Wimbo ulioidhinishwa pekee ndio unaweza kuwa na video.',
  'This YouTube video has already been submitted to this challenge.':
    'Video hii ya YouTube tayari imewasilishwa kwenye shindano hili.',
  'You have already submitted a video for this track.': 'Tayari umewasilisha video kwa wimbo huu.',
  'Enter a valid YouTube URL': 'Weka kiungo sahihi cha YouTube',
  'exceeded maximum limit of {limit} audio tracks, delete {count} track(s)':
    'umezidi kikomo cha nyimbo {limit}, futa nyimbo {count}',
  'Enter tags separated by commas.': 'Weka lebo zikitenganishwa kwa koma.',
  'Ensure each tag has no more than {max} characters.': 'Kila lebo isizidi herufi {max}.',
  'Ensure there are no more than {max} tags.': 'Lebo zisizidi {max}.',
  'Approved tracks cannot be deleted. Retire the track instead.':
    'Nyimbo zilizoidhinishwa haziwezi kufutwa. Badala yake uondoe wimbo kwenye mgao.',
  'Only approved tracks can be retired.': 'Nyimbo zilizoidhinishwa pekee ndizo zinaweza kuondolewa.',
  'This track has already been decided.': 'Wimbo huu tayari umeamuliwa.',
  'This track is still being read. Try again in a minute.':
    'Wimbo huu bado unasomwa. Jaribu tena baada ya dakika moja.',
  'A comment requires non-blank text.': 'Andika maoni yako kwanza.',
  'This comment is your own.': 'Maoni haya ni yako mwenyewe.',
  'You have already reported this comment.': 'Tayari umeripoti maoni haya.',
  'Thank you. An officer will look at this comment.': 'Asante. Afisa atayaangalia maoni haya.',
  ...deskWords,
  // Names of the system's wallets
  'M-PESA collection': 'Mapokezi ya M-PESA',
  'M-PESA payouts': 'Malipo ya kutoka ya M-PESA',
  'Platform revenue': 'Mapato ya Ngoma',
  'Prize pool': 'Mfuko wa tuzo',
  'Royalty pool': 'Mfuko wa mirabaha',
  'Withdrawals held': 'Pesa zilizoshikiliwa za kutolewa',
  Suspense: 'Zinazosubiri uamuzi',
  ...operatorWords,
}
