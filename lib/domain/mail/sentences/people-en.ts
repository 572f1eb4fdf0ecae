import type { Sentences } from '../schema.ts'
import type { TemplateName } from '../templates.ts'

/** Mails about super admins' decisions on a user or on gifts to a video, and letters to a user. */
export const peopleSentences = {
  identity_revoked: {
    subject: 'Your identity is no longer approved',
    heading: 'Please submit your identity again, {name}',
    body: [
      'We’ve revoked the approval of your identity for the reason below.',
      'Until it is approved again, you can’t withdraw, top up, subscribe, or submit videos and tracks. Withdrawals that we haven’t sent yet are on hold. The money in your wallet stays yours.',
    ],
    button: 'Correct and submit',
  },
  withdrawals_frozen: {
    subject: 'Withdrawals from your Ngoma wallet are frozen',
    heading: 'Withdrawals are frozen for now, {name}',
    body: [
      'We’re checking your account. Until we’ve finished, you can’t withdraw, and withdrawals that we haven’t sent yet are on hold.',
      'The money in your wallet stays yours, and you still earn. We’ll email you when you can withdraw again.',
    ],
    button: 'Open my wallet',
  },
  withdrawals_unfrozen: {
    subject: 'You can withdraw from your Ngoma wallet again',
    heading: 'You can withdraw again, {name}',
    body: [
      'We’ve finished checking your account. We’ll send withdrawals that were on hold on the next working day.',
    ],
    button: 'Open my wallet',
  },
  letter_payment: {
    subject: 'About your payment on Ngoma',
    heading: 'About your payment, {name}',
    body: ['We looked into your payment:'],
    button: 'Open Ngoma',
    after: ['We never ask for your M-PESA PIN or your password.'],
  },
  letter_withdrawal: {
    subject: 'About your withdrawal on Ngoma',
    heading: 'About your withdrawal, {name}',
    body: ['We looked into your withdrawal:'],
    button: 'Open my wallet',
    after: ['We never ask for your M-PESA PIN or your password.'],
  },
  letter_identity: {
    subject: 'About your identity check on Ngoma',
    heading: 'About your identity check, {name}',
    body: ['We looked at your identity check:'],
    button: 'Open my identity check',
    after: ['Upload documents only on the page that this button opens. Never send them by email.'],
  },
  letter_account: {
    subject: 'About your Ngoma account',
    heading: 'About your account, {name}',
    body: ['We have a message about your account:'],
    button: 'Open my profile',
    after: ['We never ask for your M-PESA PIN or your password.'],
  },
  letter_video: {
    subject: 'About your video or track on Ngoma',
    heading: 'About your video or track, {name}',
    body: ['We looked at your video or track:'],
    button: 'Open my profile',
  },
  votes_held: {
    subject: 'We’re checking votes for “{title}”',
    heading: 'We’re checking some of your votes',
    body: [
      'Some payments for “{title}” look unusual. While we check them, these votes don’t count, and your share of them is on hold. Votes on hold: {votes}.',
      'You don’t have to do anything. We’ll write to you when we’ve decided.',
    ],
    button: 'See my video',
  },
  votes_released: {
    subject: 'Your votes for “{title}” count again',
    heading: 'Your votes count again',
    body: [
      'We’ve checked the payments for “{title}”. The votes count again, and your share is in your wallet. Votes: {votes}.',
    ],
    button: 'See my video',
  },
  votes_sent_back: {
    subject: 'Votes for “{title}” no longer count',
    heading: 'Some of your votes no longer count',
    body: [
      'Payments for “{title}” broke the rules of the contest. The votes no longer count, and we’re sending the money back to the people who paid. Your share of it has left your wallet. Votes: {votes}.',
      'Is this a mistake? Reply to this email, and our team will check again.',
    ],
    button: 'See my video',
  },
} as const satisfies Partial<Record<TemplateName, Sentences>>
