/**
 * What officers and super admins read at the desk, in Swahili, as server-words-sw.ts: what was done, and why something was refused.
 */
export const deskWords: Readonly<Record<string, string>> = {
  // Desk
  'Reason is required to reject KYC.': 'Sababu inahitajika ili kukataa KYC.',
  'Reason is required to reject track.': 'Sababu inahitajika ili kukataa wimbo.',
  'Reason is required to reject video.': 'Sababu inahitajika ili kukataa video.',
  'This is not waiting for a decision.': 'Hili halisubiri uamuzi.',
  '{name} is already reviewing this.': '{name} tayari anakagua hili.',
  'This video has already been decided.': 'Video hii tayari imeamuliwa.',
  'This is the first track of its musician. Decide about it by itself.':
    'Huu ni wimbo wa kwanza wa mwanamuziki huyu. Uamue peke yake.',
  'A video of this month is just being decided. Try again in ten seconds.':
    'Video ya mwezi huu inaamuliwa sasa hivi. Jaribu tena baada ya sekunde kumi.',
  'The account of its owner is deactivated.': 'Akaunti ya mwenyewe imesimamishwa.',
  'You cannot decide about your own track.': 'Huwezi kuamua kuhusu wimbo wako mwenyewe.',
  'You cannot decide about your own comment.': 'Huwezi kuamua kuhusu maoni yako mwenyewe.',
  'You cannot decide about your own submission.': 'Huwezi kuamua kuhusu ulichowasilisha mwenyewe.',
  'You cannot decide about your own KYC.': 'Huwezi kuamua kuhusu KYC yako mwenyewe.',
  'This KYC has already been decided.': 'KYC hii tayari imeamuliwa.',
  'A document of this person cannot be opened. Reject the submission and ask for another file.':
    'Hati moja ya mtu huyu haifunguki. Kataa alichowasilisha na uombe faili nyingine.',
  'A picture of this person is still being converted. Try again in a minute.':
    'Picha moja ya mtu huyu bado inabadilishwa. Jaribu tena baada ya dakika moja.',
  'This KYC has not been submitted.': 'KYC hii haijawasilishwa.',
  'The submission has changed since you opened it. Look at it again.':
    'Kilichowasilishwa kimebadilika tangu ulipokifungua. Kiangalie tena.',
  'Two super admins release this payment or send it back.':
    'Wasimamizi wakuu wawili huachilia malipo haya au huyarejesha.',
  'This signal waits for a super admin.': 'Dalili hii inasubiri msimamizi mkuu.',
  'This signal has already been decided.': 'Dalili hii tayari imeamuliwa.',
  'This comment has already been decided.': 'Maoni haya tayari yameamuliwa.',
  'This signal has grown meanwhile. Look at it again.': 'Dalili hii imekua wakati huo. Iangalie tena.',
  'Only an approved video can be withdrawn.': 'Video iliyoidhinishwa pekee ndiyo inaweza kuondolewa.',
  'The results of this month are final: its videos stay.':
    'Matokeo ya mwezi huu ni ya mwisho: video zake zinabaki.',
  'The results of this month are final: its videos can only be rejected.':
    'Matokeo ya mwezi huu ni ya mwisho: video zake zinaweza kukataliwa tu.',
  // Super admins
  'You cannot deactivate your own account.': 'Huwezi kusimamisha akaunti yako mwenyewe.',
  'The last active super admin stays active.': 'Msimamizi mkuu wa mwisho hubaki.',
  'Another super admin has to reset your authenticator app.':
    'Msimamizi mkuu mwingine lazima aiweke upya programu yako ya uthibitishaji.',
  'Who asked for this is no super admin any more. Call it off, and ask for it anew.':
    'Aliyeomba hili si msimamizi mkuu tena. Liondoe, kisha uliombe upya.',
  'You cannot withdraw your own invitation.': 'Huwezi kuondoa mwaliko wako mwenyewe.',
  'They have chosen a password already. Deactivate the account.':
    'Tayari amechagua nenosiri. Simamisha akaunti.',
  'Another super admin has to confirm this reset.': 'Msimamizi mkuu mwingine lazima athibitishe hili.',
  'Another super admin has to confirm this transfer.':
    'Msimamizi mkuu mwingine lazima athibitishe uhamisho huu.',
  'Another super admin has to confirm what you propose.':
    'Msimamizi mkuu mwingine lazima athibitishe unachopendekeza.',
  'Staff are activated and deactivated in the list of staff.':
    'Wafanyakazi husimamishwa na kurejeshwa kwenye orodha ya wafanyakazi.',
  '{name} has not paid for this challenge.': '{name} hajalipia shindano hili.',
  'This challenge is closed: it gives out no tracks any more.':
    'Shindano hili limefungwa: haligawi nyimbo tena.',
  '{name} has their {count} tracks already.': '{name} tayari ana nyimbo zake {count}.',
  // For everybody, and below for one: a sentence for one would take the dancers and the month for a name.
  'No tracks to assign in {month}.': 'Hakuna nyimbo za kugawa, {month}.',
  'Assigned 1 track to 1 dancer in {month}.': 'Wimbo 1 umegawiwa mchezaji 1, {month}.',
  'Assigned {count} tracks to 1 dancer in {month}.': 'Nyimbo {count} zimegawiwa mchezaji 1, {month}.',
  'Assigned {count} tracks to {dancers} dancers in {month}.':
    'Nyimbo {count} zimegawiwa wachezaji {dancers}, {month}.',
  '1 dancer still has fewer than {most}: the pool has no more, and gets the rest when tracks are approved.':
    'Mchezaji 1 bado ana chini ya nyimbo {most}: hakuna nyingine za kugawa, na atapata zilizobaki nyimbo zikiidhinishwa.',
  '{count} dancers still have fewer than {most}: the pool has no more, and get the rest when tracks are approved.':
    'Wachezaji {count} bado wana chini ya nyimbo {most}: hakuna nyingine za kugawa, na watapata zilizobaki nyimbo zikiidhinishwa.',
  'Nothing to assign to {name}.': 'Hakuna wimbo wa kumgawia {name}.',
  'Assigned 1 track to {name}.': 'Wimbo 1 umegawiwa {name}.',
  'Assigned {count} tracks to {name}.': 'Nyimbo {count} zimegawiwa {name}.',
  'The pool has no more than 1 track for them: the rest follows when tracks are approved.':
    'Kuna wimbo 1 tu kwa ajili yake: zilizobaki zitafuata nyimbo zikiidhinishwa.',
  'The pool has no more than {count} tracks for them: the rest follows when tracks are approved.':
    'Kuna nyimbo {count} tu kwa ajili yake: zilizobaki zitafuata nyimbo zikiidhinishwa.',
  'Another change of this setting waits already: decide that first.':
    'Badiliko lingine la mpangilio huu linasubiri: liamue kwanza.',
  'This change was decided already.': 'Badiliko hili tayari limeamuliwa.',
  'Somebody has changed this setting in the meantime. Look at its new value first.':
    'Kuna aliyebadilisha mpangilio huu wakati huo. Angalia thamani yake mpya kwanza.',
  'Choose a whole number from {min} to {max}.': 'Chagua nambari kamili kuanzia {min} hadi {max}.',
  'Choose at least {value}: nothing is held that is not shown.':
    'Chagua angalau {value}: hakuna kinachoshikiliwa ambacho hakionyeshwi.',
  'Choose at most {value}: nothing is held that is not shown.':
    'Chagua isiyozidi {value}: hakuna kinachoshikiliwa ambacho hakionyeshwi.',
  'The amount must be more than 0.': 'Kiasi kiwe zaidi ya 0.',
  'The amount must be at most {max}.': 'Kiasi kisizidi {max}.',
  'Use at most two decimals.': 'Tumia desimali zisizozidi mbili.',
  'This is no system wallet.': 'Hii si pochi ya mfumo.',
  'Choose two different wallets.': 'Chagua pochi mbili tofauti.',
  'This transfer was {state} already.': 'Uhamisho huu tayari umeamuliwa.',
  'These wallets take no transfers any more.': 'Pochi hizi hazipokei uhamisho tena.',
  '{name} takes no transfers by hand.': '{name} haipokei uhamisho wa mkono.',
  '{name} has {amount} to move.': '{name} ina {amount} za kuhamisha.',
  '{name} has {amount}, of which {movable} can be moved: the rest is the musicians’ share of subscriptions.':
    '{name} ina {amount}, ambapo {movable} zinaweza kuhamishwa: zinazobaki ni sehemu ya wanamuziki ya ada za mwezi.',
  'Payments of this month are still being settled.': 'Malipo ya mwezi huu bado yanakamilishwa.',
  'Voting is open already.': 'Upigaji kura tayari umefunguliwa.',
  'Submissions are closed already.': 'Kuwasilisha tayari kumefungwa.',
  'Must be in the future.': 'Iwe siku zijazo.',
  'Must be before voting ends.': 'Iwe kabla upigaji kura haujaisha.',
  'Must not be after voting ends.': 'Isiwe baada ya upigaji kura kuisha.',
  'Must not be after the end of the calendar month.': 'Isiwe baada ya mwisho wa mwezi.',
  'Must be after voting opens.': 'Iwe baada ya upigaji kura kufunguliwa.',
  'This challenge is in the phase {phase}.': 'Shindano hili liko katika awamu ya {phase}.',
  'The prizes cannot be paid: {what} is short by KES {amount}.':
    'Tuzo haziwezi kulipwa: {what} yamepungukiwa KES {amount}.',
  'A backup is being made already.': 'Nakala ya akiba tayari inatengenezwa.',
  'There is nothing to check: this backup is not there.': 'Hakuna cha kuhakiki: nakala hii haipo.',
  'This backup is being checked already.': 'Nakala hii tayari inahakikiwa.',
  'This payment does not wait for people any more.': 'Malipo haya hayasubiri watu tena.',
  'This payout does not wait for an approval.': 'Malipo haya hayasubiri idhini.',
  'This alert ends with what has caused it.': 'Tahadhari hii huisha pamoja na kilichoisababisha.',
  'This money does not wait any more.': 'Pesa hizi hazisubiri tena.',
  'This money is not there to be sent back.': 'Pesa hizi hazipo ili kurejeshwa.',
  'This money is on its way back already.': 'Pesa hizi tayari zinarejeshwa.',
  'M-PESA has not told the number that paid: reverse it.':
    'M-PESA haijataja nambari iliyolipa: rejesha muamala.',
  'A payout takes whole shillings from 10 to 250,000.':
    'Malipo kwenye simu huwa shilingi kamili kuanzia 10 hadi 250,000.',
  'This receipt belongs to another payment.': 'Risiti hii ni ya malipo mengine.',
  'M-PESA has given this payment back: it can not be counted. Decide about its reversal first.':
    'M-PESA imeyarejesha malipo haya: hayawezi kuhesabiwa. Amua kwanza kuhusu urejesho wake.',
  'Another amount was paid than was asked for: send it back.':
    'Kiasi kilicholipwa si kilichoombwa: kirejeshe.',
  'No payment to us has this receipt. Look at it again.':
    'Hakuna malipo kwetu yenye risiti hii. Iangalie tena.',
  'Another amount was paid with this receipt than was reversed.':
    'Kiasi kilicholipwa kwa risiti hii si kilichorejeshwa.',
  'This payment is no subscription that was credited.': 'Malipo haya si ada ya kujiunga iliyohesabiwa.',
  'This payment is no top-up that was credited.': 'Malipo haya si ya kuongeza salio yaliyohesabiwa.',
  'This payment was counted and taken back: it is not counted again.':
    'Malipo haya yalihesabiwa na kurudishwa: hayahesabiwi tena.',
  'By M-PESA’s time it was paid after the video was withdrawn: it can not count. Send it back.':
    'Kwa saa ya M-PESA ililipwa baada ya video kuondolewa: haiwezi kuhesabiwa. Irejeshe.',
  'What this pays for is paid already: send it back.': 'Kinacholipiwa tayari kimelipwa: zirejeshe.',
  'The results of this month are final: it can not count any more, whenever it was paid. Send it back.':
    'Matokeo ya mwezi huu ni ya mwisho: haiwezi kuhesabiwa tena, iwe ililipwa lini. Irejeshe.',
  'Submissions of this month are closed: the dancer could not dance any more. Send it back.':
    'Kuwasilisha kwa mwezi huu kumefungwa: mchezaji hawezi kucheza tena. Irejeshe.',
  'The account that this is for is closed: it can not count. Send it back.':
    'Akaunti ambayo malipo haya ni yake imefungwa: haiwezi kuhesabiwa. Irejeshe.',
  'The dancer has paid for another month, and the launch fee is for the first one alone. Send it back.':
    'Mchezaji amelipia mwezi mwingine, na ada ya ofa ya uzinduzi ni ya mwezi wa kwanza pekee. Irejeshe.',
  'No launch slot is free for it now. Try again when a reservation has ended, or send it back.':
    'Hakuna nafasi ya ofa ya uzinduzi iliyo wazi kwa sasa. Jaribu tena nafasi iliyowekwa ikiisha muda, au irejeshe.',
  'By M-PESA’s time it was paid too late: it can not count any more. Send it back.':
    'Kwa saa ya M-PESA ililipwa kwa kuchelewa: haiwezi kuhesabiwa tena. Irejeshe.',
  'Only gifts can be taken back once they are counted.':
    'Zawadi pekee ndizo zinaweza kurudishwa zikishahesabiwa.',
  'Platform revenue does not cover what was spent already.':
    'Mapato ya Ngoma hayatoshi kulipia kilichotumiwa tayari.',
  'That can not be done about this any more.': 'Hilo haliwezi kufanywa tena kuhusu hili.',
  'This difference has changed. Look at it again.': 'Tofauti hii imebadilika. Iangalie tena.',
  'Somebody has proposed something already: decide that first.':
    'Kuna aliyependekeza jambo tayari: liamue kwanza.',
  'This proposal was decided already.': 'Pendekezo hili tayari limeamuliwa.',
  'Enter the receipt that you have found with M-PESA.': 'Weka risiti uliyoipata kwa M-PESA.',
  'Enter the receipt of the M-PESA message, for instance SKL7RT61SV.':
    'Weka risiti ya ujumbe wa M-PESA, kwa mfano SKL7RT61SV.',
  'Enter the vote code of the video that it is for.': 'Weka msimbo wa kura wa video inayohusika.',
}
