import type { Sentences } from '../schema.ts'
import type { TemplateName } from '../templates.ts'
import { peopleSentences } from './people-en.ts'

export const sentences: Record<TemplateName, Sentences> = {
  ...peopleSentences,
  verify_email: {
    subject: 'Verify your email for Ngoma',
    heading: 'Karibu! One more tap',
    body: ['Confirm that this address is yours, then log in. The link works once, for 24 hours.'],
    button: 'Verify my email',
    after: ['Didn’t sign up for Ngoma? Ignore this email, and nobody gets in.'],
  },
  reset_password: {
    subject: 'Choose a new password for Ngoma',
    heading: 'Choose a new password',
    body: ['Someone asked for a new password for your account. The link works once, for 1 hour.'],
    button: 'Choose a password',
    after: ['Not you? You don’t have to do anything. Your password stays the same.'],
  },
  staff_invited: {
    subject: 'You’re invited to the Ngoma desk',
    heading: 'Welcome to the desk, {name}',
    body: [
      'We’ve created an account for you, so that you can help run the contest. Choose a password, then log in. The link works once, for 3 days.',
    ],
    button: 'Choose a password',
    after: ['Has the link expired? Choose “Forgot password?” on the login page to get a new one.'],
  },
  password_changed: {
    subject: 'Your Ngoma password was changed',
    heading: 'Your password was changed',
    body: [
      'Your password was changed, and you were logged out on all devices. If it was you, you don’t have to do anything.',
      'If it wasn’t you, choose a new password now.',
    ],
    button: 'Choose a new password',
  },
  second_factor_reset_asked: {
    subject: 'Someone asked to reset your Ngoma authenticator app',
    heading: 'Did you ask to reset your authenticator app?',
    body: [
      'A super admin has asked to reset your authenticator app. Your app works until another super admin confirms the reset.',
      'Didn’t ask for this? Tell your super admins now, so that nobody confirms it.',
    ],
    button: 'Log in',
  },
  second_factor_reset: {
    subject: 'Your Ngoma authenticator app was reset',
    heading: 'Set up your authenticator app again',
    body: [
      'Your authenticator app was reset, and you were logged out on all devices. The old app and its recovery codes no longer work.',
      'Log in with your password and set up the app again. Didn’t ask for this? Tell your super admins now.',
    ],
    button: 'Log in',
  },
  account_deactivated: {
    subject: 'Your Ngoma account is deactivated',
    heading: 'Your account is deactivated',
    body: [
      'A super admin has deactivated your account for the reason below. You were logged out on all devices and can’t log in. Your videos no longer take part this month.',
      'The money in your wallet stays yours. Is this a mistake? Reply to this email.',
    ],
    button: 'Read the FAQ',
  },
  account_activated: {
    subject: 'Your Ngoma account is active again',
    heading: 'Welcome back, {name}',
    body: [
      'Your account is active again, and you can log in. If you have videos in the current month, your profile shows which ones are back in the contest.',
    ],
    button: 'Log in',
  },
  account_deleted: {
    subject: 'Your Ngoma account was deleted',
    heading: 'Your account was deleted',
    body: [
      'We deleted your name, email, identity documents and picture, and logged you out on all devices. Your payments stay in our books without your name.',
      'You’re welcome back any time. You can use this address for a new account.',
    ],
    button: 'Watch the dances',
    after: ['Not you? Then someone knew your password. Change it wherever else you use it.'],
  },
  account_exists: {
    subject: 'You already have a Ngoma account',
    heading: 'You already have an account',
    body: [
      'Someone tried to open an account with this address, which already has one. Nothing was changed. If it was you, log in, or choose a new password if you forgot yours.',
    ],
    button: 'Log in',
    after: ['Not you? You don’t have to do anything. Nobody gets in.'],
  },
  account_active: {
    subject: 'You can log in to Ngoma',
    heading: 'Your account is ready',
    body: [
      'Someone checked the status of your account. It is active and your email is verified, so you can log in. If you forgot your password, choose “Forgot password?” on the login page.',
    ],
    button: 'Log in',
    after: ['Not you? You don’t have to do anything. We told nobody else.'],
  },
  account_inactive: {
    subject: 'Your Ngoma account is not active',
    heading: 'Your account is not active',
    body: [
      'Someone checked the status of your account. It isn’t active, so nobody can log in to it. Is this a mistake? Reply to this email.',
    ],
    button: 'Read the FAQ',
    after: ['Not you? You don’t have to do anything. We told nobody else.'],
  },
  account_unverified: {
    subject: 'Verify your email to use Ngoma',
    heading: 'One more step',
    body: [
      'Someone checked the status of your account. Your email isn’t verified yet. Log in with your password, and we’ll send you a new link.',
    ],
    button: 'Log in',
    after: ['Didn’t sign up for Ngoma? Ignore this email, and nobody gets in.'],
  },
  kyc_approved: {
    subject: 'Your identity is approved',
    heading: 'You’re verified, {name}',
    body: [
      'Your identity is approved, and you can use your wallet. Dancers can now join the monthly challenge, and musicians can upload their tracks.',
    ],
    button: 'Open my profile',
  },
  kyc_rejected: {
    subject: 'Your identity check needs a correction',
    heading: 'One more step, {name}',
    body: ['We couldn’t approve your identity yet. Correct what we marked below and submit it again.'],
    button: 'Correct and submit',
  },
  kyc_document_unreadable: {
    subject: 'We can’t open a document of your identity check',
    heading: 'Please upload one document again, {name}',
    body: [
      'We can’t open the document below, so we can’t check your identity yet. Open your form, select another file and submit the form again.',
    ],
    button: 'Select another file',
  },
  track_approved: {
    subject: 'Approved: {title}',
    heading: 'Your track is approved',
    body: [
      '“{title}” is approved. Dancers can now get it, and you earn KES 15 from every vote for their videos.',
    ],
    button: 'Open my dashboard',
  },
  track_rejected: {
    subject: 'Not approved: {title}',
    heading: 'Your track was not approved',
    body: ['We can’t accept “{title}” as it is. You can delete it and upload another track.'],
    button: 'Open my dashboard',
  },
  video_approved: {
    subject: 'Your video is live: {title}',
    heading: 'You’re live, {name}',
    body: ['“{title}” is approved and open for votes. Share it: you earn KES 15 from every vote.'],
    button: 'See my video',
  },
  video_rejected: {
    subject: 'Not approved: {title}',
    heading: 'Your video was not approved',
    body: ['We can’t accept “{title}” as it is. You can submit another video until submissions close.'],
    button: 'Submit another video',
  },
  official_video_approved: {
    subject: 'Your video is live: {title}',
    heading: 'Your video is live, {name}',
    body: ['“{title}” is approved and plays in the feed, beside the dances to your track.'],
    button: 'See my video',
  },
  official_video_rejected: {
    subject: 'Not approved: {title}',
    heading: 'Your video was not approved',
    body: ['We can’t show “{title}” as it is. You can submit another video.'],
    button: 'Open my dashboard',
  },
  subscription_paid: {
    subject: 'You’re in: {challenge}',
    heading: 'You’re in, {name}',
    body: ['Your subscription to {challenge} is paid. Your three tracks come with the next email.'],
    button: 'Go to my tracks',
  },
  tracks_assigned: {
    subject: 'Your tracks for {challenge}',
    heading: 'Your tracks are here',
    body: ['Listen, dance, and submit one YouTube video for each track.'],
    button: 'Listen now',
  },
  submission_closes: {
    subject: 'Tomorrow is the last day: {challenge}',
    heading: 'Tomorrow is the last day, {name}',
    body: [
      'You can submit videos for {challenge} until tomorrow at {time}, Nairobi time. Tracks that still need a video: {missing}.',
    ],
    button: 'Submit my videos',
  },
  votes_yesterday: {
    subject: 'Your votes yesterday: {votes}',
    heading: 'Your votes yesterday: {votes}',
    body: ['That’s how many votes your videos got yesterday. Share your link today to get more.'],
    button: 'See my video',
  },
  rank_entered: {
    subject: 'You’re in the top 20: place {to}',
    heading: 'Place {to}, {name}!',
    body: ['You’re now in the top 20 of {challenge}, in place {to}.'],
    button: 'See my video',
  },
  rank_gained: {
    subject: 'You moved up from place {from} to {to}',
    heading: 'Up to place {to}, {name}',
    body: ['You were in place {from} of {challenge}. Now you’re in place {to}.'],
    button: 'See my video',
  },
  rank_lost: {
    subject: 'You moved down from place {from} to {to}',
    heading: 'You’re now in place {to}',
    body: [
      'You were in place {from} of {challenge}. Now you’re in place {to}. Share your video to move up again.',
    ],
    button: 'See my video',
  },
  rank_left: {
    subject: 'You’re out of the top 20',
    heading: 'You’re out of the top 20',
    body: [
      'You were in place {from} of {challenge}, and others have passed you. Share your video to get back in.',
    ],
    button: 'See the leaderboard',
  },
  month_result: {
    subject: '{challenge}: you finished in place {rank}',
    heading: 'Place {rank}, {name}',
    body: [
      'The votes of {challenge} are counted. You finished in place {rank}. Your votes: {votes}. Thank you for dancing!',
    ],
    button: 'See the results',
  },
  news: {
    subject: 'New notifications: {count}',
    heading: 'What’s new, {name}',
    body: ['Here is everything in one email. You also find it under the bell on Ngoma.'],
    button: 'Open my notifications',
  },
  follow_asked: {
    subject: 'Shall we tell you who wins {challenge}?',
    heading: 'Shall we tell you who wins?',
    body: [
      'Someone asked us to send you the result of {challenge}. Confirm, and we’ll send you one email when the month is counted.',
    ],
    button: 'Yes, tell me',
    after: ['Not you? You don’t have to do anything. We won’t email you again.'],
  },
  result_is_there: {
    subject: 'The result of {challenge} is out',
    heading: 'The result is out',
    body: [
      'The votes of {challenge} are counted. See who won.',
      'This is our only email about it. We’ve deleted your address.',
    ],
    button: 'See the results',
  },
  prize_won: {
    subject: 'You won {amount}: place {rank} of {challenge}',
    heading: 'Place {rank}, {name}!',
    body: ['The votes of {challenge} are counted, and you won {amount}. Your prize is in your wallet.'],
    button: 'See the results',
  },
  royalty_paid: {
    subject: 'Your royalties of {challenge}: {amount}',
    heading: 'Your royalties are in your wallet',
    body: [
      '{challenge} is closed. Your share of its subscriptions is in your wallet. The statement shows how we calculated it.',
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
    after: ['A super admin added your address to this report’s recipients and can remove it.'],
  },
  withdrawal_requested: {
    subject: 'Your withdrawal of {amount} was requested',
    heading: 'A withdrawal of {amount} was requested',
    body: [
      'We’ll send the money to M-PESA on the next working day; to a number that is new here, after at least 24 hours. If it was you, you don’t have to do anything.',
    ],
    button: 'Cancel this withdrawal',
    after: ['You can cancel it until we send the money. Not you? Cancel it now, then choose a new password.'],
  },
  withdrawal_paid: {
    subject: 'Your withdrawal of {amount} was paid',
    heading: 'Your money is on M-PESA',
    body: ['M-PESA has confirmed your withdrawal of {amount}.'],
    button: 'Open my wallet',
  },
  withdrawal_failed: {
    subject: 'Your withdrawal of {amount} failed',
    heading: 'Your withdrawal failed',
    body: [
      'M-PESA didn’t pay your withdrawal of {amount}. Perhaps the number can’t receive that much today. The money is back in your wallet. Check the number and try again.',
    ],
    button: 'Open my wallet',
  },
  payouts_need_people: {
    subject: 'A withdrawal or refund to resolve',
    heading: 'A withdrawal or refund to resolve',
    body: ['A super admin has to resolve this. The case shows everything that is known about it.'],
    button: 'Open the case',
  },
  dispute_opened: {
    subject: 'We’re looking into your payment ({reference})',
    heading: 'We’re looking into your payment',
    body: [
      'Thank you for telling us. Your request has the number {reference}. We’ll answer within three days.',
      'Follow your request with the button below. Don’t share the link: anyone who has it can read your request.',
    ],
    button: 'Follow my request',
  },
  dispute_answered: {
    subject: 'Our answer about your payment ({reference})',
    heading: 'Our answer about your payment',
    body: ['Our team has answered your request {reference}:'],
    button: 'Follow my request',
  },
  dispute_resolved: {
    subject: 'Your request about a payment is resolved ({reference})',
    heading: 'Your request is resolved',
    body: ['Our team has resolved your request {reference}. Its page shows what happened with the payment.'],
    button: 'Open my request',
  },
  dispute_declined: {
    subject: 'Your request about a payment is closed ({reference})',
    heading: 'Your request is closed without a change',
    body: [
      'Our team has checked your request {reference} and closed it without a change to the payment. Its page shows our messages.',
    ],
    button: 'Open my request',
  },
  signal_escalated: {
    subject: 'An officer escalated a signal',
    heading: 'A signal needs a super admin',
    body: [
      'An officer escalated a signal about gifts to “{video}”. Check the gifts, decide what to do, and note what you found.',
    ],
    button: 'Open the signal',
  },
  system_alerts: {
    subject: 'Ngoma needs attention',
    heading: 'Something is wrong',
    body: [
      'These problems began at the times below, in Nairobi. The health page says what each one means and what to do.',
    ],
    button: 'Open the health page',
    after: [
      'You choose on the health page which alerts we email. Each kind comes at most once an hour, and once more when it ends.',
    ],
  },
  system_alerts_over: {
    subject: 'Ngoma: problems solved',
    heading: 'These problems are solved',
    body: ['They ended at the times below, in Nairobi.'],
    button: 'Open the health page',
  },
  balance_difference: {
    subject: 'M-PESA’s balance differs from our books',
    heading: 'M-PESA’s balance differs from our books',
    body: [
      'In two checks in a row, an M-PESA account had another balance than our ledger. Payments in progress are already included.',
      'If money was moved outside of Ngoma, record a journal under Books.',
    ],
    button: 'Open the difference',
  },
}
