import type { Sentences } from '../schema.ts'
import type { TemplateName } from '../templates.ts'
import { peopleSentences } from './people-en.ts'

export const sentences: Record<TemplateName, Sentences> = {
  ...peopleSentences,
  verify_email: {
    subject: 'Verify your email for Ngoma',
    heading: 'Karibu! One more tap',
    body: ['Confirm that this address is yours and you can sign in. The link works once, for 24 hours.'],
    button: 'Verify my email',
    after: ['You did not open an account on Ngoma? Leave the button alone, and nobody gets in.'],
  },
  reset_password: {
    subject: 'Choose a new password for Ngoma',
    heading: 'Choose a new password',
    body: ['Somebody asked for a new password for your account. The link works once, for 1 hour.'],
    button: 'Choose a password',
    after: ['It was not you? Then there is nothing to do: your password stays as it is.'],
  },
  staff_invited: {
    subject: 'You are invited to work at the desk of Ngoma',
    heading: 'Welcome to the desk, {name}',
    body: [
      'An account is open for you, to review and look after the contest. Choose a password for it and sign in. The link works once, for 3 days.',
    ],
    button: 'Choose a password',
    after: ['Too late? “Forgot password?” on the login page mails you a new link.'],
  },
  password_changed: {
    subject: 'Your Ngoma password was changed',
    heading: 'Your password was changed',
    body: [
      'Your password is new as of now, and every device was signed out. It was you? Then all is well.',
      'It was not you? Take your account back with a password of your own.',
    ],
    button: 'It was not me',
  },
  second_factor_reset_asked: {
    subject: 'A reset of your authenticator app was asked for at Ngoma',
    heading: 'Shall your authenticator app be reset?',
    body: [
      'A super admin has asked to reset your authenticator app. It happens once another super admin confirms it; until then your app works as before.',
      'You did not ask for this? Tell your super admins at once, so that nobody confirms it.',
    ],
    button: 'Sign in',
  },
  second_factor_reset: {
    subject: 'Your authenticator app was reset at Ngoma',
    heading: 'Set up your authenticator app again',
    body: [
      'Your authenticator app was reset, and every device was signed out. The old app and its recovery codes no longer work.',
      'Sign in with your password and set up a new one. You did not ask for this? Tell your super admins at once.',
    ],
    button: 'Sign in',
  },
  account_deactivated: {
    subject: 'Your Ngoma account is deactivated',
    heading: 'Your account is deactivated',
    body: [
      'A super admin has deactivated your account for the reason below. You are signed out everywhere and can not sign in, and your videos are out of this month.',
      'What is in your wallet stays yours. Where this was a mistake, a super admin can activate your account again.',
    ],
    button: 'Questions and answers',
  },
  account_activated: {
    subject: 'Your Ngoma account is active again',
    heading: 'Welcome back, {name}',
    body: [
      'Your account is active again: you can sign in. Your videos are back, as far as their month still runs.',
    ],
    button: 'Sign in',
  },
  account_deleted: {
    subject: 'Your Ngoma account is deleted',
    heading: 'Your account is deleted',
    body: [
      'Your name, email, identity documents and picture are erased, and you are signed out everywhere. What was paid stays in the books without your name.',
      'You are welcome back whenever you like: your address is free for a new account.',
    ],
    button: 'Watch the dances',
    after: ['It was not you? Then somebody knew your password. Change it wherever else you use it.'],
  },
  account_exists: {
    subject: 'You have an account on Ngoma already',
    heading: 'This address has an account',
    body: [
      'Somebody wants to open an account with this address, which has one already. Nothing was changed. It was you? Sign in, or choose a new password if you have forgotten yours.',
    ],
    button: 'Sign in',
    after: ['It was not you? Then there is nothing to do: nobody gets in.'],
  },
  account_active: {
    subject: 'You can sign in to Ngoma',
    heading: 'Your account is ready',
    body: [
      'Somebody asked for the status of your account. It is active, and its email is verified: you can sign in. “Forgot password?” on the login page mails you a link to a new password.',
    ],
    button: 'Sign in',
    after: ['It was not you who asked? Then there is nothing to do: nobody else was told.'],
  },
  account_inactive: {
    subject: 'Your Ngoma account is not active',
    heading: 'Your account is not active',
    body: ['Somebody asked for the status of your account. It is not active: nobody can sign in to it.'],
    button: 'Questions and answers',
    after: ['It was not you who asked? Then there is nothing to do: nobody else was told.'],
  },
  account_unverified: {
    subject: 'Your email waits for its verification at Ngoma',
    heading: 'One tap is missing',
    body: [
      'Somebody asked for the status of your account. Its email is not verified yet. Sign in with your password, and the page that opens mails you a new link.',
    ],
    button: 'Sign in',
    after: ['You did not open an account on Ngoma? Leave the button alone, and nobody gets in.'],
  },
  kyc_approved: {
    subject: 'Your identity is approved',
    heading: 'You are verified, {name}',
    body: [
      'Your identity is approved, and your wallet is open. Dancers can now join the monthly challenge, and musicians upload their tracks.',
    ],
    button: 'Open my profile',
  },
  kyc_rejected: {
    subject: 'Your identity check needs a correction',
    heading: 'One more step, {name}',
    body: ['We could not approve your identity yet. Correct what is named here and submit it again.'],
    button: 'Correct and submit',
  },
  kyc_document_unreadable: {
    subject: 'A document of your identity check cannot be opened',
    heading: 'Please upload one document again, {name}',
    body: [
      'Nobody can open the document that is named here, so we cannot check your identity yet. Your form is open again. Select another file, and submit the form again.',
    ],
    button: 'Select another file',
  },
  track_approved: {
    subject: 'Approved: {title}',
    heading: 'Your track is in the pool',
    body: [
      '“{title}” is approved. From now on dancers may draw it, and every vote for their video pays you.',
    ],
    button: 'Open my dashboard',
  },
  track_rejected: {
    subject: 'Not approved: {title}',
    heading: 'Your track was not approved',
    body: ['“{title}” cannot go into the pool as it is. You may delete it and upload another.'],
    button: 'Open my dashboard',
  },
  video_approved: {
    subject: 'Your video is live: {title}',
    heading: 'You are on stage, {name}',
    body: ['“{title}” is approved and open for votes. Share it: every vote pays you and counts.'],
    button: 'See my video',
  },
  video_rejected: {
    subject: 'Not approved: {title}',
    heading: 'Your video was not approved',
    body: ['“{title}” cannot take part as it is. You may submit another video until submissions close.'],
    button: 'Submit another',
  },
  official_video_approved: {
    subject: 'Your video is live: {title}',
    heading: 'Your video is live, {name}',
    body: ['“{title}” is approved and plays in the feed from now on, beside the dancers of your track.'],
    button: 'See my video',
  },
  official_video_rejected: {
    subject: 'Not approved: {title}',
    heading: 'Your video was not approved',
    body: ['“{title}” cannot be shown as it is. You may submit another one.'],
    button: 'Open my dashboard',
  },
  subscription_paid: {
    subject: 'You are in: {challenge}',
    heading: 'You are in, {name}',
    body: ['Your subscription to {challenge} is paid. Your three tracks come with the next mail.'],
    button: 'Open my uploads',
  },
  tracks_assigned: {
    subject: 'Your tracks for {challenge}',
    heading: 'Your tracks are here',
    body: ['Listen, dance, and submit one YouTube video for each.'],
    button: 'Listen now',
  },
  submission_closes: {
    subject: 'Tomorrow is the last day: {challenge}',
    heading: 'Tomorrow is the last day, {name}',
    body: [
      'Videos for {challenge} are taken until tomorrow at {time}, Nairobi time. Tracks of yours without a video: {missing}.',
    ],
    button: 'Open my uploads',
  },
  votes_yesterday: {
    subject: 'Votes since yesterday: {votes}',
    heading: 'Votes since yesterday: {votes}',
    body: ['So many votes came in for your videos yesterday. Share your link today and ask for more.'],
    button: 'See my video',
  },
  rank_entered: {
    subject: 'You are in the top 20: place {to}',
    heading: 'Place {to}, {name}!',
    body: ['You have come into the top 20 of {challenge}, at place {to}.'],
    button: 'See my video',
  },
  rank_gained: {
    subject: 'Up from place {from} to {to}',
    heading: 'Up to place {to}, {name}',
    body: ['You were at place {from} of {challenge} and are at place {to} now.'],
    button: 'See my video',
  },
  rank_lost: {
    subject: 'Down from place {from} to {to}',
    heading: 'Now at place {to}',
    body: ['You were at place {from} of {challenge} and are at place {to} now. Ask for votes to come back.'],
    button: 'See my video',
  },
  rank_left: {
    subject: 'Out of the top 20',
    heading: 'Out of the top 20',
    body: [
      'You were at place {from} of {challenge}, and others have passed you. Ask for votes to come back.',
    ],
    button: 'See the leaderboard',
  },
  month_result: {
    subject: '{challenge}: you came in at place {rank}',
    heading: 'Place {rank}, {name}',
    body: [
      '{challenge} is counted. You came in at place {rank}. Your votes: {votes}. Thank you for dancing.',
    ],
    button: 'See the results',
  },
  news: {
    subject: 'News for you: {count}',
    heading: 'What is new, {name}',
    body: ['All of it in one mail. You find it under the bell as well.'],
    button: 'Open my notifications',
  },
  follow_asked: {
    subject: 'Shall we tell you the result of {challenge}?',
    heading: 'Shall we tell you the result?',
    body: ['Somebody asked us to mail you once when the result of {challenge} is there. One tap says yes.'],
    button: 'Yes, tell me',
    after: ['It was not you? Then there is nothing to do: no further mail comes.'],
  },
  result_is_there: {
    subject: 'The result of {challenge} is there',
    heading: 'The result is there',
    body: [
      '{challenge} is counted: see who has won.',
      'This was the only mail about it, and your address is deleted.',
    ],
    button: 'See the results',
  },
  prize_won: {
    subject: 'You won: place {rank} of {challenge}',
    heading: 'Place {rank}, {name}!',
    body: ['{challenge} is counted, and you are among the winners. Your prize is in your wallet.'],
    button: 'See the results',
  },
  royalty_paid: {
    subject: 'Your royalties of {challenge}',
    heading: 'Your royalties are in',
    body: [
      '{challenge} is closed. Your part of its subscriptions is in your wallet; the statement shows how it came about.',
    ],
    button: 'Open my statement',
  },
  month_report: {
    subject: 'Month report: {challenge}',
    heading: 'The books of {challenge}',
    body: [
      '{challenge} is closed. Its report is attached as a PDF and as CSV: balances, income, prizes, royalties, charges, taxes and payouts.',
    ],
    button: 'Open the report',
    after: ['A super admin has put your address on the list for this report, and can take it off.'],
  },
  withdrawal_requested: {
    subject: 'Your withdrawal from Ngoma',
    heading: 'A withdrawal was asked for',
    body: [
      'It is paid to M-PESA on the next working day, to a number that is new here a day later. Was it you? Then there is nothing to do.',
    ],
    button: 'Cancel this withdrawal',
    after: [
      'The button works until the money is sent. It was not you? Cancel it, then choose a new password.',
    ],
  },
  withdrawal_paid: {
    subject: 'Your withdrawal has been paid',
    heading: 'Your money is on M-PESA',
    body: ['M-PESA has confirmed your withdrawal.'],
    button: 'Open my wallet',
  },
  withdrawal_failed: {
    subject: 'Your withdrawal failed',
    heading: 'Your withdrawal failed',
    body: [
      'M-PESA did not take it, for instance because the number can not receive so much today. The money is back in your wallet: check the number and try again.',
    ],
    button: 'Open my wallet',
  },
  payouts_need_people: {
    subject: 'Money on its way out needs people',
    heading: 'Somebody has to look at this',
    body: ['The machine can not go on with this by itself. The desk shows all that is known of it.'],
    button: 'Open it on the desk',
  },
  dispute_opened: {
    subject: 'We look into your payment ({reference})',
    heading: 'We look into your payment',
    body: [
      'Thank you for telling us. Your request has the number {reference}. We answer within three days.',
      'Follow it by the button below. Do not pass the link on: whoever has it can read your request.',
    ],
    button: 'Follow your request',
  },
  dispute_answered: {
    subject: 'An answer about your payment ({reference})',
    heading: 'An answer about your payment',
    body: ['A super admin has answered your request {reference}:'],
    button: 'Follow your request',
  },
  votes_held: {
    subject: 'Votes for “{title}” are on hold',
    heading: 'We are checking some of your votes',
    body: [
      'Some payments for “{title}” look unusual: {votes} votes do not count while we check them. Your share of them is on hold as well.',
      'You need do nothing. We write to you as soon as we have decided.',
    ],
    button: 'See your video',
  },
  votes_released: {
    subject: 'Votes for “{title}” count again',
    heading: 'Your votes count again',
    body: [
      'We have checked the payments: {votes} votes for “{title}” count again, and your share is in your wallet.',
    ],
    button: 'See your video',
  },
  votes_sent_back: {
    subject: 'Votes for “{title}” were sent back',
    heading: 'We have sent some votes back',
    body: [
      'Payments for “{title}” broke the rules of the contest. {votes} votes do not count any more, and the money goes back to who paid it. Your share of them has left your wallet.',
      'You think that this is a mistake? Answer this mail, and a super admin looks at it again.',
    ],
    button: 'See your video',
  },
  signal_escalated: {
    subject: 'A signal waits for a super admin',
    heading: 'An officer has put a signal before the super admins',
    body: [
      'It is about gifts to “{video}”. Officers decide it no more: a super admin looks at it, does what is needed, and writes down what was found.',
    ],
    button: 'Open the signal',
  },
  system_alerts: {
    subject: 'Ngoma needs a look',
    heading: 'Something is wrong',
    body: [
      'The product has noticed the following, each with the time in Nairobi since when. The health page says what it means and what to do.',
    ],
    button: 'Open the health page',
    after: [
      'What is mailed is chosen on the health page. Each kind comes at most once an hour, and once more when it is over.',
    ],
  },
  system_alerts_over: {
    subject: 'What Ngoma had mailed about is over',
    heading: 'This is over',
    body: ['Each with the time in Nairobi since when it is all right again.'],
    button: 'Open the health page',
  },
  balance_difference: {
    subject: 'M-PESA holds another amount than our books',
    heading: 'The books and M-PESA disagree',
    body: [
      'One of our M-PESA accounts has held another amount than the ledger says in two checks in a row. Payments that are on their way are taken into account.',
      'If money was moved outside of Ngoma, record its journal under Books.',
    ],
    button: 'Look at the difference',
  },
}
